"""Tells BenchExec how to run Fathom: `fathom svcomp`.

The class follows BenchExec's interface of 3.3 and later. A benchmark definition names it by its path from a
folder on PYTHONPATH, as `fathom.xml` does: `tool="contrib.benchexec.fathom"`. See `scripts/benchexec.sh`.
"""

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

# What Fathom keeps for itself of the time and memory that it is given, to end by itself.
SPARE_SECONDS = 3
SPARE_BYTES = 500 * 1000 * 1000

# The exit codes that say that there is no verdict.
ERRORS = {64: "ERROR (usage)", 65: "ERROR (input)", 70: "ERROR (internal)"}

VERDICTS = {
    result.RESULT_TRUE_PROP,
    result.RESULT_UNKNOWN,
    result.RESULT_FALSE_REACH,
    result.RESULT_FALSE_DEREF,
    result.RESULT_FALSE_FREE,
    result.RESULT_FALSE_MEMTRACK,
    result.RESULT_FALSE_MEMCLEANUP,
    result.RESULT_FALSE_OVERFLOW,
    result.RESULT_FALSE_TERMINATION,
    result.RESULT_FALSE_DATARACE,
}


class Tool(BaseTool2):
    """Fathom, a verifier for C, C++ and Rust at the level of LLVM IR."""

    REQUIRED_PATHS = ["fathom"]

    def name(self):
        return "Fathom"

    def executable(self, tool_locator):
        return tool_locator.find_executable("fathom", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="fathom")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        seconds = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if seconds and "--timeout" not in options:
            command += ["--timeout", f"{max(1, min(seconds) - SPARE_SECONDS)}s"]
        if rlimits.memory and "--memory-limit" not in options:
            command += ["--memory-limit", str(max(SPARE_BYTES, rlimits.memory - SPARE_BYTES))]
        return [*command, *task.input_files_or_identifier]

    def determine_result(self, run):
        # The verdict is the last line of the output that is one; what is said beside it comes before.
        for line in reversed(run.output):
            if line.strip() in VERDICTS:
                return line.strip()
        return ERRORS.get(run.exit_code.value, result.RESULT_ERROR)
