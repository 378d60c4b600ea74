// A board: which lights are on and which cells are holes. Boards are values: changing one makes another.

export const OFF = 0;
export const ON = 1;
export const HOLE = 2;

export class Board {
  constructor(rows, cols, cells = new Uint8Array(rows * cols)) {
    Object.assign(this, { rows, cols, cells });
  }

  static fromRows(rows) {
    const kinds = { X: ON, '.': OFF, '~': HOLE };
    return new Board(rows.length, rows[0].length, Uint8Array.from([...rows.join('')], (c) => kinds[c]));
  }

  toRows() {
    const text = Array.from(this.cells, (cell) => '.X~'[cell]).join('');
    return Array.from({ length: this.rows }, (_, r) => text.slice(r * this.cols, (r + 1) * this.cols));
  }

  isHole = (cell) => this.cells[cell] === HOLE;

  get hasHoles() {
    return this.cells.includes(HOLE);
  }

  // The board with some cells given another kind.
  with(cells, kind) {
    const copy = this.cells.slice();
    for (const cell of cells) copy[cell] = kind;
    return new Board(this.rows, this.cols, copy);
  }

  // The board with every light changed by `change`; holes stay.
  mapLights(change) {
    const cells = this.cells.map((cell, at) => (cell === HOLE ? HOLE : change(cell, at)));
    return new Board(this.rows, this.cols, cells);
  }

  // The board after pressing buttons.
  pressed(game, buttons) {
    const cells = this.cells.slice();
    for (const button of buttons) {
      for (const light of game.toggled(button, this.isHole)) cells[light] ^= 1;
    }
    return new Board(this.rows, this.cols, cells);
  }

  // The board with another size: what fits is kept.
  resized(rows, cols) {
    const board = new Board(rows, cols);
    for (let r = 0; r < Math.min(rows, this.rows); r++) {
      for (let c = 0; c < Math.min(cols, this.cols); c++) {
        board.cells[r * cols + c] = this.cells[r * this.cols + c];
      }
    }
    return board;
  }

  // Whether the goal, off, on or either, is reached.
  reaches(goal) {
    const wrong = (kind) => this.cells.some((cell) => cell !== HOLE && cell !== kind);
    return (goal !== 'on' && !wrong(OFF)) || (goal !== 'off' && !wrong(ON));
  }
}

// The cells that a pattern of the server (rows of X and .) marks.
export function marked(rows) {
  const cells = [];
  [...rows.join('')].forEach((c, at) => c === 'X' && cells.push(at));
  return cells;
}
