// The board on the page: an ARIA grid with one stop for the tab key, painted by click, drag and keyboard.

import { HOLE, ON } from './board.js';

const WORDS = ['off', 'on', 'hole'];

export class Grid {
  // `acts`: stroke(cells, first) while painting, done() at its end, key(name) for the other keys, look(cell).
  constructor(element, scroller, acts) {
    Object.assign(this, { element, scroller, acts });
    this.rows = this.cols = 0;
    this.current = 0;
    this.marks = new Map();
    this.kind = '';
    element.addEventListener('keydown', (event) => this.keyDown(event));
    element.addEventListener('focusin', (event) => this.focused(event.target));
    element.addEventListener('focusout', () => acts.look(null));
    element.addEventListener('pointerdown', (event) => this.pointerDown(event));
    element.addEventListener('pointermove', (event) => this.pointerMove(event));
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, () => this.pointerEnd());
    element.addEventListener('pointerleave', () => acts.look(null));
    element.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.measure()).observe(element);
    new ResizeObserver(() => this.measure()).observe(scroller);
  }

  // Shows a board; builds the cells anew when its size is another.
  show(board) {
    if (board.rows !== this.rows || board.cols !== this.cols) this.build(board.rows, board.cols);
    this.board = board;
    this.refresh();
  }

  build(rows, cols) {
    const old = { row: Math.floor(this.current / (this.cols || 1)), col: this.current % (this.cols || 1) };
    Object.assign(this, { rows, cols, shown: new Array(rows * cols).fill('') });
    const had = this.element.contains(document.activeElement);
    const lines = Array.from({ length: rows }, (_, r) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      line.setAttribute('aria-rowindex', r + 1);
      for (let c = 0; c < cols; c++) {
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.setAttribute('aria-colindex', c + 1);
        cell.tabIndex = -1;
        line.append(cell);
      }
      return line;
    });
    this.element.replaceChildren(...lines);
    this.cells = lines.flatMap((line) => [...line.children]);
    this.cells.forEach((cell, at) => (cell.at = at));
    this.element.setAttribute('aria-rowcount', rows);
    this.element.setAttribute('aria-colcount', cols);
    this.element.style.setProperty('--rows', rows);
    this.element.style.setProperty('--cols', cols);
    this.current = Math.min(old.row, rows - 1) * cols + Math.min(old.col, cols - 1);
    this.cells[this.current].tabIndex = 0;
    if (had) this.cells[this.current].focus();
    this.measure();
  }

  // Marks cells: `marks` maps a cell to its number (or 0), `kind` is press, quiet or proof; `next` is the cell to press.
  mark(kind, marks, next = -1) {
    Object.assign(this, { kind, marks, next });
    this.refresh();
  }

  // Outlines the lights that a press would toggle.
  reach(lights) {
    this.element.querySelectorAll('.reach').forEach((cell) => cell.classList.remove('reach'));
    for (const at of lights) this.cells[at].classList.add('reach');
  }

  refresh() {
    if (!this.board) return;
    this.cells.forEach((cell, at) => {
      const kind = this.board.cells[at];
      const mark = this.marks.has(at) ? this.marks.get(at) : -1;
      const state = `${kind} ${mark >= 0 ? this.kind : ''} ${mark} ${at === this.next}`;
      if (this.shown[at] === state) return;
      this.shown[at] = state;
      const names = [WORDS[kind]];
      if (mark >= 0) names.push(this.kind);
      if (at === this.next) names.push('next');
      cell.className = names.join(' ');
      cell.textContent = mark > 0 ? mark : '';
      cell.setAttribute('aria-label', this.label(at, kind, mark));
      // Where cells are too small for numbers, the pointer tells them.
      cell.title = mark > 0 ? `press ${mark}` : '';
    });
  }

  label(at, kind, mark) {
    const place = `row ${Math.floor(at / this.cols) + 1}, column ${(at % this.cols) + 1}: ${WORDS[kind]}`;
    if (mark < 0) return place;
    const said = { press: `press ${mark}`, quiet: 'part of the quiet pattern', proof: 'part of the proof' };
    return `${place}, ${said[this.kind]}${at === this.next ? ', the next hint' : ''}`;
  }

  // Sizes depend on the width there is: cells of at least a fingertip's breadth, the board scrolling past that.
  measure() {
    if (!this.cols) return;
    const width = this.cells[0].getBoundingClientRect().width;
    this.element.style.setProperty('--cell', `${width}px`);
    this.element.classList.toggle('dense', width < 19);
    this.scroller.classList.toggle('scrolls', this.element.offsetWidth > this.scroller.clientWidth + 1);
  }

  focus(at) {
    this.moveTo(at);
    this.cells[at].focus();
    this.cells[at].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  moveTo(at) {
    this.cells[this.current].tabIndex = -1;
    this.current = at;
    this.cells[at].tabIndex = 0;
  }

  focused(cell) {
    if (cell.at === undefined) return;
    this.moveTo(cell.at);
    this.acts.look(cell.at);
  }

  keyDown(event) {
    const { rows, cols, current } = this;
    const [row, col] = [Math.floor(current / cols), current % cols];
    const far = event.ctrlKey || event.metaKey;
    const to = (r, c) => Math.min(Math.max(r, 0), rows - 1) * cols + Math.min(Math.max(c, 0), cols - 1);
    const moves = {
      ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1],
      Home: [far ? 0 : row, 0], End: [far ? rows - 1 : row, cols - 1],
      PageUp: [row - 8, col], PageDown: [row + 8, col],
    };
    if (event.altKey) return;
    if (event.key in moves && (!far || event.key === 'Home' || event.key === 'End')) {
      this.focus(to(...moves[event.key]));
    } else if (!far && (event.key === ' ' || event.key === 'Enter')) {
      if (!event.repeat) {
        this.acts.stroke([current], true);
        this.acts.done();
      }
    } else if (far || !this.acts.key(event.key.toLowerCase(), current)) {
      return;
    }
    event.preventDefault();
  }

  // The cell under a pointer, or -1.
  at(event) {
    const box = this.element.getBoundingClientRect();
    const col = Math.floor(((event.clientX - box.left) / box.width) * this.cols);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.rows);
    return row >= 0 && row < this.rows && col >= 0 && col < this.cols ? row * this.cols + col : -1;
  }

  pointerDown(event) {
    const at = this.at(event);
    // Where the board scrolls, a finger's drag scrolls it, and a tap comes as a click.
    if (event.button !== 0 || at < 0 || (event.pointerType === 'touch' && this.scroller.classList.contains('scrolls'))) {
      return;
    }
    event.preventDefault();
    this.cells[at].focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.drawing = at;
    this.drew = true;
    this.acts.stroke([at], true);
  }

  pointerMove(event) {
    const at = this.at(event);
    if (this.drawing === undefined) {
      if (event.pointerType !== 'touch') this.acts.look(at < 0 ? null : at);
    } else if (at >= 0 && at !== this.drawing) {
      this.acts.stroke(this.between(this.drawing, at), false);
      this.drawing = at;
    }
  }

  pointerEnd() {
    if (this.drawing === undefined) return;
    this.drawing = undefined;
    this.acts.done();
  }

  // Clicks that no pointer drew: taps on a board that scrolls, and assistive technology.
  click(event) {
    const drew = this.drew;
    this.drew = false;
    const at = event.target.at ?? this.at(event);
    if (drew || at < 0) return;
    this.cells[at].focus({ preventScroll: true });
    this.acts.stroke([at], true);
    this.acts.done();
  }

  // The cells from one (left out) to another, so that a quick drag leaves no gap.
  between(from, to) {
    const [r0, c0] = [Math.floor(from / this.cols), from % this.cols];
    const [r1, c1] = [Math.floor(to / this.cols), to % this.cols];
    const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
    return Array.from({ length: steps }, (_, i) => {
      const part = (i + 1) / steps;
      return Math.round(r0 + (r1 - r0) * part) * this.cols + Math.round(c0 + (c1 - c0) * part);
    });
  }
}

// What a stroke makes of the cell it begins on, for the tools that paint.
export function paintOf(tool, kind) {
  if (tool === 'hole') return kind === HOLE ? 0 : HOLE;
  return kind === ON ? 0 : ON;
}
