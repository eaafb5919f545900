# Everything a person or a machine does with this repository. `make help` lists it.

CARGO ?= cargo
FATHOM := $(or $(CARGO_TARGET_DIR),target)/release/fathom
N ?= 1000

.PHONY: help build demo test bench corpus csmith roundtrip fuzz deps-demo deps-test

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build the release binary
	$(CARGO) build --release -p fathom

demo: deps-demo build ## Install what is missing, build, and run an example with a bug and its fix
	@scripts/demo.sh $(FATHOM)

test: deps-test ## Install what the tests need and run them all
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --release -- -D warnings
	$(CARGO) test --workspace --release

bench: deps-demo build ## Measure the reader and the interpreter
	$(CARGO) build --release -p fathom-llvm --example read_speed
	scripts/bench.py --fathom $(FATHOM) --reader $(dir $(FATHOM))examples/read_speed

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

deps-demo:
	@scripts/install-deps.sh clang

deps-test:
	@scripts/install-deps.sh clang csmith multilib
