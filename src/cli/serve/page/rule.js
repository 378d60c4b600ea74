// Which lights a button toggles: the definition of the game, the same as the library's, so that the page plays
// without asking.

const ORTHOGONAL = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];

function diamond(distance, keep) {
  const offsets = [];
  for (let r = -distance; r <= distance; r++) {
    const left = distance - Math.abs(r);
    for (let c = -left; c <= left; c++) {
      if (keep(Math.abs(r) + Math.abs(c))) offsets.push([r, c]);
    }
  }
  return offsets;
}

// The list of offsets a text holds, or null when it holds none.
export function parseOffsets(text) {
  const pairs = text.trim().split(/\s+/);
  if (!pairs.every((pair) => /^[+-]?\d{1,4},[+-]?\d{1,4}$/.test(pair))) return null;
  const unique = new Map(pairs.map((pair) => pair.split(',').map(Number)).map((p) => [p.join(), p]));
  return [...unique.values()];
}

// Offsets and directions of lines of a rule { name, distance, offsets, noSelf }.
function neighbourhood(rule) {
  if (rule.name === 'offsets') {
    const offsets = parseOffsets(rule.offsets) ?? [];
    return { offsets: rule.noSelf ? offsets.filter(([r, c]) => r !== 0 || c !== 0) : offsets, rays: [] };
  }
  const itself = rule.noSelf ? [] : [[0, 0]];
  const knight = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
  const lines = { rook: ORTHOGONAL, bishop: DIAGONAL, queen: [...ORTHOGONAL, ...DIAGONAL] };
  const near = { plus: ORTHOGONAL, x: DIAGONAL, king: [...ORTHOGONAL, ...DIAGONAL], knight };
  if (rule.name in lines) return { offsets: itself, rays: lines[rule.name] };
  if (rule.name in near) return { offsets: [...itself, ...near[rule.name]], rays: [] };
  const keep = rule.name === 'ring' ? (d) => d === rule.distance && d > 0 : (d) => d > 0;
  return { offsets: [...itself, ...diamond(rule.distance, keep)], rays: [] };
}

const modulo = (a, n) => ((a % n) + n) % n;

// The cell that the lattice point is glued to, or -1.
function image(topology, row, col, rows, cols) {
  if (topology !== 'plane') {
    const turns = Math.floor(col / cols);
    col = modulo(col, cols);
    if (['mobius', 'klein', 'projective'].includes(topology) && turns % 2 !== 0) row = rows - 1 - row;
  }
  if (['torus', 'klein', 'projective'].includes(topology)) {
    const turns = Math.floor(row / rows);
    row = modulo(row, rows);
    if (topology === 'projective' && turns % 2 !== 0) col = cols - 1 - col;
  }
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
}

// A game: its size, its rule, and for each cell the lights that its button toggles.
export class Game {
  constructor(rows, cols, rule, topology) {
    Object.assign(this, { rows, cols, rule, topology });
    this.around = neighbourhood(rule);
  }

  // The lights that the button of `cell` toggles on a board with the given holes, in reading order.
  toggled(cell, isHole) {
    if (isHole(cell)) return [];
    const { rows, cols, topology } = this;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const light = (r, c) => {
      const at = image(topology, r, c, rows, cols);
      return at >= 0 && !isHole(at) ? at : -1;
    };
    const lights = new Set();
    for (const [dr, dc] of this.around.offsets) {
      const at = light(row + dr, col + dc);
      // Two links to one light cancel.
      if (at >= 0 && !lights.delete(at)) lights.add(at);
    }
    const reached = new Set(lights);
    for (const [dr, dc] of this.around.rays) {
      for (let step = 1; ; step++) {
        const at = light(row + step * dr, col + step * dc);
        if (at < 0 || at === cell) break;
        reached.add(at);
      }
    }
    return [...reached].sort((a, b) => a - b);
  }

  // The rule as the server takes it.
  asked() {
    const { name, distance, offsets, noSelf } = this.rule;
    const rule =
      name === 'offsets' ? { offsets }
      : { rule: name === 'diamond' || name === 'ring' ? `${name}:${distance}` : name };
    return { ...rule, no_self: noSelf, topology: this.topology };
  }
}
