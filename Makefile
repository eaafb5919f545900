# Everything a person or a machine does with this repository. `make help` lists it.

CARGO ?= cargo
FATHOM := $(or $(CARGO_TARGET_DIR),target)/release/fathom
N ?= 1000

PEERS := $(or $(CARGO_TARGET_DIR),target)/smt-peers/bin

.PHONY: help build demo test agreement bench bench-check benchexec svcomp-archive html-test corpus csmith roundtrip fuzz smt-fuzz models-fuzz deps-build deps-demo deps-test deps-browser

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: deps-build ## Build the release binary
	$(CARGO) build --release -p fathom

demo: deps-demo build ## Install what is missing, build, and run an example with a bug and its fix
	@scripts/demo.sh $(FATHOM)

test: deps-test ## Install what the tests need and run them all
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --release -- -D warnings
	FATHOM_TEST_Z3=$(abspath $(PEERS)/z3) FATHOM_TEST_YICES=$(abspath $(PEERS)/yices-smt2) $(CARGO) test --workspace --release
	$(CARGO) build --release -p fathom
	scripts/bench_check.py --fathom $(FATHOM) || [ $$? = 2 ]
	scripts/smt_fuzz.py 2000 --seed 1 --fathom $(FATHOM) --z3 $(PEERS)/z3 --yices $(PEERS)/yices-smt2
	scripts/models_fuzz.py 20 --seed 1 --fathom $(FATHOM)

agreement: deps-test ## Compare run and check on all programs of the tests, under three layouts
	FATHOM_TEST_ALL=1 $(CARGO) test --release -p fathom --test agreement -- --nocapture

bench-check: deps-demo build ## Compare what checks cost with the baseline, in counted events
	scripts/bench_check.py --fathom $(FATHOM)

benchexec: deps-demo build ## Run the tasks in tests/svcomp under BenchExec
	scripts/benchexec.sh $(FATHOM)

svcomp-archive: deps-demo build ## Make and try the archive for SV-COMP
	scripts/svcomp_archive.py --fathom $(FATHOM) --output $(dir $(FATHOM))../fathom-svcomp.zip

html-test: deps-browser ## Try the HTML report in a browser
	$(CARGO) build --release -p fathom-report --example html_report
	scripts/html_test.py --tool $(dir $(FATHOM))examples/html_report

bench: deps-demo build ## Measure the reader, the interpreter and the checker
	$(CARGO) build --release -p fathom-llvm --example read_speed
	scripts/bench.py --fathom $(FATHOM) --reader $(dir $(FATHOM))examples/read_speed
	scripts/check_bench.py --fathom $(FATHOM)

corpus: deps-demo build ## Read, lower and verify SQLite, zlib, bzip2, zstd, Lua and Rust code
	scripts/corpus.py --fathom $(FATHOM)

roundtrip: deps-test build ## Compare zlib, bzip2 and Lua under `fathom run` with native builds
	scripts/roundtrip.py --fathom $(FATHOM)

csmith: deps-test build ## Compare N random programs with native execution: make csmith N=1000
	scripts/csmith.py $(N) --fathom $(FATHOM)
	scripts/csmith.py $(N) --fathom $(FATHOM) --m32

fuzz: deps-demo ## Fuzz the reader for 15 minutes on broken versions of real files
	$(CARGO) build --release -p fathom --example fuzz_reader
	scripts/fuzz.sh $(dir $(FATHOM))examples/fuzz_reader 900

smt-fuzz: deps-test build ## Compare the solver with z3 and yices on N random formulas: make smt-fuzz N=100000
	scripts/smt_fuzz.py $(N) --fathom $(FATHOM) --z3 $(PEERS)/z3 --yices $(PEERS)/yices-smt2

models-fuzz: deps-demo build ## Compare N calls of each model with the C library: make models-fuzz N=1000
	scripts/models_fuzz.py $(N) --fathom $(FATHOM)

deps-build:
	@scripts/install-deps.sh build

deps-demo:
	@scripts/install-deps.sh build clang

deps-test:
	@scripts/install-deps.sh build clang csmith multilib sanitizers smt-peers

deps-browser:
	@scripts/install-deps.sh browser
