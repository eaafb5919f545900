"""Evidence, replayed: the oracle of `html_test.py`."""


class Replay:
    """An execution as the documentation of the evidence says it is to be read."""

    def __init__(self, evidence):
        self.objects, self.steps = evidence["objects"], evidence["steps"]

    def state(self, step):
        """Leaves after a step: (object, path) → text."""
        leaves = {}
        for number, found in enumerate(self.objects):
            if found.get("begin") is None:
                leaves.update({(number, path): value["text"] for path, value in found.get("initial", [])})
        for index in range(step + 1):
            for number, found in enumerate(self.objects):
                if found.get("begin") == index:
                    leaves.update({(number, path): value["text"] for path, value in found.get("initial", [])})
            for change in self.steps[index].get("changes", []):
                leaves[change["object"], change.get("path", "")] = change["value"]["text"]
        return leaves

    def frames(self, step):
        """The first step of each call under way, by depth."""
        first = []
        for index in range(step + 1):
            depth = self.steps[index]["depth"]
            enters = any(event["event"] == "enter" for event in self.steps[index].get("events", []))
            if len(first) <= depth or enters:
                first[depth:] = [index]
            del first[depth + 1:]
        return first

    def expected(self, step):
        """Objects that must be in the picture: variables of the calls under way, globals, memory that is live."""
        shown = set()
        frames = self.frames(step)
        for number, found in enumerate(self.objects):
            begin, end = found.get("begin"), found.get("end")
            if begin is not None and begin > step:
                continue
            if found["kind"] == "global":
                shown.add(number)
            if found["kind"] == "heap" and (end is None or end > step):
                shown.add(number)
            if found["kind"] == "local" and (end is None or end >= step) and found["depth"] < len(frames):
                if begin is None or begin >= frames[found["depth"]]:
                    shown.add(number)
        return shown

    def pointers(self, step):
        """Targets of leaves after a step: (object, path) → target."""
        values = {}
        for number, found in enumerate(self.objects):
            if found.get("begin") is None or found["begin"] <= step:
                values.update({(number, path): value for path, value in found.get("initial", [])})
        for index in range(step + 1):
            for change in self.steps[index].get("changes", []):
                values[change["object"], change.get("path", "")] = change["value"]
        return {leaf: value["target"] for leaf, value in values.items() if "target" in value}

    def find(self, start, by, wanted):
        step = start + by
        while 0 <= step < len(self.steps):
            if wanted(self.steps[step]):
                return step
            step += by
        return start

    def move(self, key, step):
        depth = self.steps[step]["depth"]
        moves = {
            "ArrowRight": lambda: min(step + 1, len(self.steps) - 1),
            "ArrowLeft": lambda: max(step - 1, 0),
            "ArrowDown": lambda: self.find(step, 1, lambda other: other["depth"] <= depth),
            "ArrowUp": lambda: self.find(step, -1, lambda other: other["depth"] <= depth),
            "o": lambda: self.find(step, 1, lambda other: other["depth"] < depth),
            "i": lambda: self.find(step, -1, lambda other: other["depth"] < depth),
            "n": lambda: self.find(step, 1, lambda other: other.get("matters", False)),
            "p": lambda: self.find(step, -1, lambda other: other.get("matters", False)),
            "Home": lambda: 0,
            "End": lambda: len(self.steps) - 1,
        }
        return moves[key]()
