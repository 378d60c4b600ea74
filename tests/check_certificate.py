#!/usr/bin/env python3
"""A slow second checker of certificates (docs/formats.md), with nothing but Python's standard library (3.8 or later).

    python3 tests/check_certificate.py FILE... [--steps N] [--quiet]

Builds the game from its definition, redoes the elimination, the witness or the solution, and the minimum: by looking at
all solutions in Gray-code order, or at the elements that the split names. Shares nothing with the program.

Exit status: 0 everything was redone and holds; 1 a claim does not hold; 2 it is no certificate, or redoing it takes more
than N steps (2^22 unless said) of Python. One line a file.
"""

import json
import sys
from collections import Counter


class Malformed(Exception):
    """It is no certificate."""


class Wrong(Exception):
    """A claim does not hold."""


class TooMuch(Exception):
    """It takes too many steps."""


def need(condition, what):
    if not condition:
        raise Wrong(what)


def form(condition, what):
    if not condition:
        raise Malformed(what)


# The form.


def once(pairs):
    form(len({key for key, _ in pairs}) == len(pairs), "a key stands twice in one object")
    return dict(pairs)


def fields(value, required, optional=()):
    form(isinstance(value, dict), "an object is wanted with the fields " + ", ".join(required))
    for key in required:
        form(key in value, "the field %s is missing" % key)
    for key in value:
        form(key in required or key in optional, "unknown field %r" % key[:40])


def whole(value, what):
    form(isinstance(value, int) and not isinstance(value, bool) and value >= 0, what + " is no whole number")
    return value


def digits(text, what):
    form(isinstance(text, str) and text.isascii() and text.isdigit() and str(int(text[:5000])) == text[:5000],
         what + " is no number in digits")
    return int(text)


def one_of(value, known, what):
    form(value in known, "%s is none of %s" % (what, ", ".join(known)))
    return value


def levels(value, what):
    form(isinstance(value, dict), what + " is no object")
    pairs = [(digits(key, what), whole(count, what)) for key, count in value.items()]
    form(all(count > 0 for _, count in pairs), what + " has a count of 0")
    form(all(a[0] < b[0] for a, b in zip(pairs, pairs[1:])), what + " does not ascend")
    return pairs


def word(text, k):
    form(isinstance(text, str) and len(text) == k and set(text) <= set("01"), "a word of %d digits is wanted" % k)
    return text


def words(value, k):
    form(isinstance(value, list), "a list of words is wanted")
    return [word(text, k) for text in value]


def grid(rows, size, cells, what):
    form(isinstance(rows, list) and len(rows) == size[0], what + " has another number of rows than the board")
    for row in rows:
        form(isinstance(row, str) and len(row) == size[1], what + " has a row of another length")
        form(set(row) <= set(cells), what + " has a character that is no cell")
    return rows


# The game, by its definition (docs/rules.md).

AROUND = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def square(reach):
    return [(r, c) for r in range(-reach, reach + 1) for c in range(-reach, reach + 1)]


def rule_links(name):
    """Offsets (the pressed cell among them) and directions of lines of a named rule; None for one not known."""
    straight = [x for x in AROUND if 0 in x]
    slanted = [x for x in AROUND if 0 not in x]
    table = {
        "plus": (straight, []),
        "x": (slanted, []),
        "king": (AROUND, []),
        "knight": ([(r, c) for r, c in square(2) if abs(r * c) == 2], []),
        "rook": ([], straight),
        "bishop": ([], slanted),
        "queen": ([], AROUND),
    }
    if name in table:
        offsets, lines = table[name]
        return sorted([(0, 0)] + offsets), sorted(lines)
    shape, _, far = name.partition(":")
    if shape not in ("diamond", "ring") or not (far.isascii() and far.isdigit()) or int(far) > 1000:
        return None
    far = int(far)
    inside = (lambda d: d <= far) if shape == "diamond" else (lambda d: d in (0, far))
    return [x for x in square(far) if inside(abs(x[0]) + abs(x[1]))], []


def pairs(text, what):
    form(isinstance(text, str), what + " is no text")
    result = []
    for pair in text.split():
        try:
            r, c = pair.split(",")
            result.append((int(r), int(c)))
        except ValueError:
            raise Malformed("%s has %r, no pair ROW,COL" % (what, pair[:40]))
    form(text == " ".join("%d,%d" % pair for pair in result), what + " is not written plainly")
    return result


class Game:
    def __init__(self, document):
        self.rows, self.cols = whole(document["rows"], "rows"), whole(document["cols"], "cols")
        form(self.rows > 0 and self.cols > 0, "a board has at least one cell")
        self.size = (self.rows, self.cols)
        self.board = grid(document["board"], self.size, "X.~", "the board")
        rule = document["rule"]
        fields(rule, ["name", "offsets", "lines", "topology"])
        self.offsets, self.lines = pairs(rule["offsets"], "offsets"), pairs(rule["lines"], "lines")
        self.topology = one_of(
            rule["topology"], ["plane", "cylinder", "mobius", "torus", "klein", "projective"], "the topology")
        form(isinstance(rule["name"], str), "the rule has no name")
        name = rule["name"]
        without_self = name.endswith(" --no-self")
        if without_self:
            name = name[: -len(" --no-self")]
        if name == "offsets":
            form(self.offsets == sorted(set(self.offsets)) and not self.lines, "offsets do not ascend")
            form(all(abs(x) <= 1 << 20 for pair in self.offsets for x in pair), "an offset reaches too far")
            form(not (without_self and (0, 0) in self.offsets), "the pressed cell is among the offsets")
        else:
            known = rule_links(name)
            form(known is not None, "the rule has no known name")
            offsets, lines = known
            offsets = [x for x in offsets if not without_self or x != (0, 0)]
            form(offsets == self.offsets, "the offsets are not those of the rule's name")
            form(sorted(self.lines) == lines, "the lines are not those of the rule's name")
        self.costs = [[1] * self.cols for _ in range(self.rows)]
        if document.get("costs") is not None:
            self.read_costs(document["costs"])
        self.cells = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        self.light_number = {x: i for i, x in enumerate(x for x in self.cells if not self.hole(x))}
        self.buttons = [x for x in self.light_number if self.costs[x[0]][x[1]] is not None]
        self.price = [self.costs[r][c] for r, c in self.buttons]
        # For each button, as bits of a number, the lights it toggles.
        self.toggles = [sum(1 << self.light_number[x] for x in self.lights_of(b)) for b in self.buttons]

    def read_costs(self, rows):
        form(isinstance(rows, list) and len(rows) == self.rows, "costs have another number of rows than the board")
        for r, row in enumerate(rows):
            form(isinstance(row, str), "a row of costs is no text")
            row = row.split(" ")
            form(len(row) == self.cols, "a row of costs has another length than the board's")
            self.costs[r] = [None if cost == "-" else digits(cost, "a cost") for cost in row]
            form(all(cost is None or cost < 1 << 32 for cost in self.costs[r]), "a cost is too large")

    def hole(self, cell):
        return self.board[cell[0]][cell[1]] == "~"

    def glued(self, r, c):
        """The cell that a point of the unrolled lattice is glued to; None when it is lost."""
        m, n = self.rows, self.cols
        if self.topology != "plane":
            if self.topology in ("mobius", "klein", "projective") and (c // n) % 2 == 1:
                r = m - 1 - r
            c %= n
        if self.topology in ("torus", "klein", "projective"):
            if self.topology == "projective" and (r // m) % 2 == 1:
                c = n - 1 - c
            r %= m
        return (r, c) if 0 <= r < m and 0 <= c < n else None

    def lights_of(self, button):
        """The lights that a button toggles: offsets that lead to one light cancel, lines are sets."""
        count = Counter(self.glued(button[0] + dr, button[1] + dc) for dr, dc in self.offsets)
        lights = {x for x, times in count.items() if x is not None and times % 2 == 1 and not self.hole(x)}
        for dr, dc in self.lines:
            step = 1
            while True:
                x = self.glued(button[0] + step * dr, button[1] + step * dc)
                if x is None or x == button or self.hole(x):
                    break
                lights.add(x)
                step += 1
        return lights

    def lights(self, rows):
        return sum(1 << i for (r, c), i in self.light_number.items() if rows[r][c] == "X")

    def pattern(self, rows, what):
        """A pattern of the board's form, with its holes."""
        grid(rows, self.size, "X.~", what)
        same = all((rows[r][c] == "~") == self.hole((r, c)) for r, c in self.cells)
        form(same, what + " has other holes than the board")
        return rows

    def presses(self, rows, what):
        """Presses as bits of a number, the first button the lowest."""
        self.pattern(rows, what)
        at = {x: i for i, x in enumerate(self.buttons)}
        pressed = [x for x in self.cells if rows[x[0]][x[1]] == "X"]
        need(all(x in at for x in pressed), what + " presses where there is no button")
        return sum(1 << at[x] for x in pressed)

    def toggled(self, presses):
        lights = 0
        for i, button in enumerate(self.toggles):
            if presses >> i & 1:
                lights ^= button
        return lights

    def cost(self, presses):
        return sum(price for i, price in enumerate(self.price) if presses >> i & 1)

    def nullity(self):
        """By elimination of the buttons, one after the other."""
        pivots = {}
        nullity = 0
        for lights in self.toggles:
            while lights:
                lead = lights.bit_length()
                if lead not in pivots:
                    pivots[lead] = lights
                    break
                lights ^= pivots[lead]
            else:
                nullity += 1
        return nullity


def ones(number):
    return bin(number).count("1")


class Weights:
    """A weighted number of ones: a mask for each binary digit of the weights."""

    def __init__(self, weights):
        self.digits = []
        for digit in range(max(weights, default=0).bit_length()):
            mask = sum(1 << i for i, weight in enumerate(weights) if weight >> digit & 1)
            if mask:
                self.digits.append((digit, mask))
        self.plain = all(weight == 1 for weight in weights)

    def of(self, bits):
        if self.plain:
            return ones(bits)
        return sum(ones(bits & mask) << digit for digit, mask in self.digits)


class Budget:
    def __init__(self, steps):
        self.left = self.steps = steps

    def take(self, steps, what):
        self.left -= steps
        if self.left < 0:
            raise TooMuch("%s would take more than %d steps" % (what, self.steps))


def gray(start, basis):
    """All start + sums of the basis, each with the bits of the choice, the first of the basis highest."""
    k = len(basis)
    value, choice = start, 0
    yield value, choice
    for step in range(1, 1 << k):
        i = (step & -step).bit_length() - 1
        value ^= basis[k - 1 - i]
        choice ^= 1 << i
        yield value, choice


def reversed_key(bits, length):
    """Bits as a number whose order is lexicographic, the first bit first."""
    return int(bin(bits + (1 << length))[:2:-1] or "0", 2)


# The proofs.


def check_enumeration(game, proof, offset, quiet, cost, budget):
    fields(proof, ["distribution"])
    claimed = levels(proof["distribution"], "the distribution")
    form(1 <= len(claimed) <= 1024, "from 1 to 1024 costs are wanted")
    k = len(quiet)
    budget.take(1 << k, "a look at all 2^%d solutions" % k)
    weights = Weights(game.price)
    counts, least = Counter(), None
    for solution, choice in gray(offset, quiet):
        price = weights.of(solution)
        counts[price] += 1
        if price == cost and (least is None or choice < least[0]):
            least = (choice, solution)
    need(sorted(counts.items())[: len(claimed)] == claimed, "the distribution of the costs is another")
    need(len(counts) == len(claimed) or len(claimed) == 1024, "the distribution leaves out costs that occur")
    need(min(counts) == cost, "the cheapest solution costs %d" % min(counts))
    return counts[cost], least[1]


def dot(a, b):
    return ones(a & b) & 1


def check_parts(game, proof, offset, quiet, cost, budget):
    fields(proof, ["second_side", "base", "free", "components"])
    k = len(quiet)
    side = game.presses(game.pattern(proof["second_side"], "the second side"), "the second side")
    # Coordinate i of u is bit k - 1 - i, so that the order of numbers is lexicographic.
    column = [sum(1 << (k - 1 - i) for i in range(k) if quiet[i] >> b & 1) for b in range(len(game.buttons))]
    need(all(column[b] or not side >> b & 1 for b in range(len(column))), "an idle button is on the second side")
    groups = {}
    for b, h in enumerate(column):
        # What the class costs when h.u = 0, and when it is 1.
        price = groups.setdefault((h, side >> b & 1), [0, 0])
        price[0 if offset >> b & 1 else 1] += game.price[b]
    base, classes = 0, []
    for (h, second), (zero, one) in groups.items():
        if h == 0:
            base += zero
            continue
        base += min(zero, one)
        if zero != one:
            classes.append((h, second, abs(zero - one), int(one < zero)))
    need(base == whole(proof["base"], "the base"), "every solution costs at least %d" % base)
    free = [int(text or "0", 2) for text in words(proof["free"], k)]
    leads = [f.bit_length() for f in free]
    need(0 not in leads and leads == sorted(set(leads), reverse=True), "free directions are not in echelon form")
    reduced = all(not f >> (lead - 1) & 1 for i, f in enumerate(free) for j, lead in enumerate(leads) if i != j)
    need(reduced, "free directions are not reduced")
    need(not any(dot(f, h) for f in free for h, _, _, _ in classes), "a cost depends on a free direction")
    form(isinstance(proof["components"], list), "components are no list")
    total, optima, element, rest = base, 1 << len(free), 0, (1 << k) - 1
    for lead in leads:
        rest ^= 1 << (lead - 1)
    kept = rest
    owned = 0
    for component in proof["components"]:
        fields(component, ["coordinates", "least", "optima"], ["split", "trellis"])
        form(isinstance(component["coordinates"], str), "coordinates are no text")
        own = [digits(text, "a coordinate") for text in component["coordinates"].split(" ")]
        form(own == sorted(set(own)) and own[-1] < k, "coordinates do not ascend, or are too large")
        mask = sum(1 << (k - 1 - i) for i in own)
        need(mask & rest == mask, "a coordinate is in two components, or free")
        rest ^= mask
        mine = [x for x in classes if x[0] & kept & mask]
        need(all(x[0] & kept & ~mask == 0 for x in mine), "a cost depends on two components")
        owned += len(mine)
        least, count = whole(component["least"], "least"), digits(component["optima"], "optima")
        basis = [1 << (k - 1 - i) for i in own]
        split, trellis = component.get("split"), component.get("trellis")
        form(split is None or trellis is None, "one of split and trellis is wanted")
        if split is not None:
            found = look_at_light(split, own, k, mine, least, budget)
            found = (len(found), min(found, default=0))
        elif trellis is not None:
            found = go_through(trellis, basis, mine, least, budget)
        else:
            found = look_at_all(basis, mine, least, budget)
            found = (len(found), min(found, default=0))
        need(found[0] == count, "a component has %d optima" % found[0])
        need(count, "a component has no element that costs %d" % least)
        total += least
        optima *= count
        element |= found[1]
    need(rest == 0 and owned == len(classes), "components and free directions do not make up the quiet patterns")
    need(total == cost, "the parts add up to a cost of %d" % total)
    solution = offset
    for i in range(k):
        if element >> (k - 1 - i) & 1:
            solution ^= quiet[i]
    return optima, solution


def on_classes(element, classes):
    return sum(dot(element, h) << j for j, (h, _, _, _) in enumerate(classes))


def costs_of(classes):
    return Weights([x[2] for x in classes]), sum(x[3] << j for j, x in enumerate(classes))


def look_at_all(basis, classes, least, budget):
    """The elements of the claimed least cost; none may be cheaper."""
    budget.take(1 << len(basis), "a look at all 2^%d elements of a component" % len(basis))
    weights, target = costs_of(classes)
    found = []
    bits = [on_classes(b, classes) for b in basis]
    for value, choice in gray(target, bits):
        price = weights.of(value)
        need(price >= least, "an element of a component costs %d" % price)
        if price == least:
            found.append(sum(b for i, b in enumerate(basis) if choice >> (len(basis) - 1 - i) & 1))
    return found


def go_through(trellis, basis, classes, least, budget):
    """How many elements cost the claimed least, and the first of them, coordinate by coordinate; none may be cheaper."""
    fields(trellis, ["states"])
    states = whole(trellis["states"], "the states")
    budget.take(states, "a walk through %d states" % states)
    last = [max(i for i, b in enumerate(basis) if b & x[0]) for x in classes]
    # By the values that a beginning gives to the classes that see coordinates before and after: cost, count, first.
    before, met = {0: (0, 1, 0)}, 0
    for i, coordinate in enumerate(basis):
        met += len(before)
        need(met <= states, "there are more states")
        choice = on_classes(coordinate, classes)
        closing = [j for j in range(len(classes)) if last[j] == i]
        shut = sum(1 << j for j in closing)
        after = {}
        for values, (cost, count, first) in before.items():
            for value in (0, 1):
                seen = values ^ (choice if value else 0)
                price = cost + sum(classes[j][2] for j in closing if (seen >> j & 1) != classes[j][3])
                key, new = seen & ~shut, (price, count, first | (coordinate if value else 0))
                old = after.get(key)
                if old is None or new[0] < old[0]:
                    after[key] = new
                elif new[0] == old[0]:
                    after[key] = (price, count + old[1], min(new[2], old[2]))
        before = after
    need(met == states, "there are %d states" % met)
    (cost, count, first), = before.values()
    need(cost >= least, "an element of a component costs %d" % cost)
    return (count, first) if cost == least else (0, 0)


def look_at_light(split, own, k, classes, least, budget):
    """The optima of a component, found by looking at all elements that are light on one side."""
    form(isinstance(split, list) and len(split) == 2, "a split has two sides")
    inside = sum(1 << (k - 1 - i) for i in own)
    read = []
    for which, side in enumerate(split):
        fields(side, ["below", "elements", "parts"])
        form(isinstance(side["parts"], list), "parts are no list")
        here = [x for x in classes if x[1] == which]
        parts, seen, pivots = [], 0, {}
        for part in side["parts"]:
            fields(part, ["words", "least", "light"])
            basis = [int(text, 2) for text in words(part["words"], k)]
            need(all(b & ~inside == 0 for b in basis), "a part leaves its component")
            for b in basis:
                while b and b.bit_length() in pivots:
                    b ^= pivots[b.bit_length()]
                need(b, "the words of a side depend on each other")
                pivots[b.bit_length()] = b
            mine = [x for x in here if any(dot(b, x[0]) for b in basis)]
            seen += len(mine)
            parts.append((basis, mine, whole(part["least"], "least"), levels(part["light"], "light elements")))
        need(len(pivots) == len(own), "the parts of a side do not make up the component")
        need(seen == len(here), "two parts of a side share a button")
        read.append((whole(side["below"], "below"), digits(side["elements"], "elements"), parts))
    cheapest = [sum(part[2] for part in side[2]) for side in read]
    bound = sum(cheapest) + read[0][0] + read[1][0]
    need(bound == least + 1, "elements that are not looked at cost at least %d, not %d" % (bound, least + 1))
    found = set()
    for which, (below, elements, parts) in enumerate(read):
        there = [x for x in classes if x[1] != which]
        weights, target = costs_of(there)
        light = [light_elements(part, below, there, budget) for part in parts]
        sums = [(0, 0, target)]
        for part in light:
            budget.take(sum(1 for a in sums for b in part if a[0] + b[0] < below), "a walk over light elements")
            sums = [(a[0] + b[0], a[1] ^ b[1], a[2] ^ b[2]) for a in sums for b in part if a[0] + b[0] < below]
        need(len(sums) * (below > 0) == elements, "a side has %d elements to look at" % len(sums))
        for excess, element, bits in sums:
            price = cheapest[which] + excess + weights.of(bits)
            need(below == 0 or price >= least, "an element of a component costs %d" % price)
            if price == least and below > 0:
                found.add(element)
    return found


def light_elements(part, below, there, budget):
    """Excess, element and bits on the other side of each light element of a part."""
    basis, classes, least, claimed = part
    budget.take(1 << len(basis), "a look at all 2^%d elements of a part" % len(basis))
    weights, target = costs_of(classes)
    bits = [on_classes(b, classes) for b in basis]
    beyond = [on_classes(b, there) for b in basis]
    reached, light = False, []
    for value, choice in gray(target, bits):
        price = weights.of(value)
        need(price >= least, "an element of a part costs %d" % price)
        reached = reached or price == least
        if price < least + below:
            element = other = 0
            for i in range(len(basis)):
                if choice >> (len(basis) - 1 - i) & 1:
                    element ^= basis[i]
                    other ^= beyond[i]
            light.append((price - least, element, other))
    need(reached, "no element of a part costs %d" % least)
    need(sorted(Counter(x[0] for x in light).items()) == claimed, "a part has other light elements")
    return light


# The certificate.


def check(document, budget):
    fields(document, ["format", "version", "rows", "cols", "rule", "board", "goal", "targets"],
           ["costs", "wanted", "optimum", "nullity", "quiet_patterns"])
    form(document["format"] == "lightsout certificate", "the format is not known")
    form(whole(document["version"], "the version") == 1, "the version is not known")
    game = Game(document)
    goal = one_of(document["goal"], ["off", "on", "either", "pattern"], "the goal")
    form((goal == "pattern") == (document.get("wanted") is not None), "a board wanted is for the goal pattern")
    on = (1 << len(game.light_number)) - 1
    start = game.lights(game.board)
    names = {"either": ["off", "on"]}.get(goal, [goal])
    change = {"off": start, "on": start ^ on}
    if goal == "pattern":
        change["pattern"] = start ^ game.lights(game.pattern(document["wanted"], "the board wanted"))
    targets = document["targets"]
    form(isinstance(targets, list) and len(targets) == len(names), "there is one target for each board accepted")
    solved = []
    for name, target in zip(names, targets):
        fields(target, ["goal", "answer"])
        form(target["goal"] == name, "the targets are not those of the goal")
        form(isinstance(target["answer"], dict) and len(target["answer"]) == 1, "an answer is solved or impossible")
        (kind, answer), = target["answer"].items()
        if one_of(kind, ["solved", "impossible"], "the answer") == "impossible":
            fields(answer, ["witness"])
            witness = game.lights(game.pattern(answer["witness"], "the witness"))
            need(all(ones(witness & button) % 2 == 0 for button in game.toggles) and dot(witness, change[name]),
                 "the witness proves nothing about goal " + name)
        else:
            fields(answer, ["presses", "cost", "optima", "proof"])
            presses = game.presses(answer["presses"], "the answer")
            need(game.toggled(presses) == change[name], "the presses do not reach goal " + name)
            need(game.cost(presses) == whole(answer["cost"], "the cost"), "the presses do not cost what is said")
            solved.append((name, presses, answer))
    for key in ("optimum", "nullity", "quiet_patterns"):
        form((document.get(key) is not None) == bool(solved), "%s is there exactly when a target is solved" % key)
    if not solved:
        return "no presses reach goal " + goal
    patterns = document["quiet_patterns"]
    form(isinstance(patterns, list) and whole(document["nullity"], "the nullity") == len(patterns),
         "there are as many quiet patterns as the nullity says")
    quiet = [game.presses(rows, "a quiet pattern") for rows in patterns]
    need(not any(game.toggled(pattern) for pattern in quiet), "a quiet pattern is not quiet")
    need(all(quiet), "a quiet pattern presses nothing")
    leads = [pattern & -pattern for pattern in quiet]
    need(leads == sorted(set(leads)), "the quiet patterns are not in echelon form")
    need(all(not pattern & lead for i, pattern in enumerate(quiet) for j, lead in enumerate(leads) if i != j),
         "the quiet patterns are not reduced")
    nullity = game.nullity()
    need(nullity == len(quiet), "the nullity is %d" % nullity)
    best = None
    for name, presses, answer in solved:
        offset = presses
        for pattern, lead in zip(quiet, leads):
            if offset & lead:
                offset ^= pattern
        proof = answer["proof"]
        form(isinstance(proof, dict) and len(proof) == 1, "a proof is by enumeration or by parts")
        (kind, proof), = proof.items()
        how = {"enumeration": check_enumeration, "parts": check_parts}
        one_of(kind, list(how), "the proof")
        optima, least = how[kind](game, proof, offset, quiet, answer["cost"], budget)
        need(optima == digits(answer["optima"], "optima"), "there are %d optima for goal %s" % (optima, name))
        need(least == presses, "the presses for goal %s are not the least optimum" % name)
        key = (answer["cost"], reversed_key(presses, len(game.buttons)))
        if best is None or key < best[0]:
            before = best[2] if best and best[0][0] == key[0] else 0
            best = (key, name, before + optima)
        elif key[0] == best[0][0]:
            best = (best[0], best[1], best[2] + optima)
    optimum = document["optimum"]
    fields(optimum, ["goal", "cost", "optima"])
    claimed = (optimum["goal"], whole(optimum["cost"], "the cost"), digits(optimum["optima"], "optima"))
    need(claimed == (best[1], best[0][0], best[2]), "the optimum is not that of the targets")
    return "cost %d, the least of 2^%d solutions, goal %s, optima %d" % (best[0][0], nullity, best[1], best[2])


def main(arguments):
    steps, quiet, files = 1 << 22, False, []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--steps":
            steps = int(next(rest, "0"))
        elif argument == "--quiet":
            quiet = True
        else:
            files.append(argument)
    if not files:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    status = 0
    for name in files:
        try:
            with open(name, encoding="utf-8") as file:
                document = json.load(file, object_pairs_hook=once)
            said, code = "verified: " + check(document, Budget(steps)), 0
        except Wrong as error:
            said, code = "wrong: %s" % error, 1
        except TooMuch as error:
            said, code = "not redone: %s" % error, 2
        except (Malformed, ValueError, RecursionError, OSError) as error:
            said, code = "error: %s" % error, 2
        status = max(status, code)
        if not quiet or code:
            print("%s: %s" % (name, said) if len(files) > 1 else said)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
