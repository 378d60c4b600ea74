// The game and the board in the fragment of the address: `#size=5x5&rule=plus&topology=plane&goal=off&board=...`.

import { Board, HOLE, ON } from './board.js';
import { parseOffsets } from './rule.js';

const NAMED = ['plus', 'x', 'king', 'knight', 'rook', 'bishop', 'queen'];
const TOPOLOGIES = ['plane', 'cylinder', 'mobius', 'torus', 'klein', 'projective'];
const GOALS = ['off', 'on', 'either'];

// The cells of one kind, a bit each, in base64 for addresses.
function pack(cells, kind) {
  const bytes = new Uint8Array(Math.ceil(cells.length / 8));
  cells.forEach((cell, at) => {
    if (cell === kind) bytes[at >> 3] |= 128 >> (at & 7);
  });
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function unpack(text, count) {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  if (bytes.length !== Math.ceil(count / 8)) throw new Error('length');
  return Array.from({ length: count }, (_, at) => (bytes.charCodeAt(at >> 3) & (128 >> (at & 7))) !== 0);
}

export function toFragment({ rule, topology, goal, board }) {
  const parts = { size: `${board.rows}x${board.cols}` };
  if (rule.name === 'offsets') parts.offsets = rule.offsets.trim().split(/\s+/).join('_');
  else parts.rule = rule.name === 'diamond' || rule.name === 'ring' ? `${rule.name}:${rule.distance}` : rule.name;
  if (rule.noSelf) parts['no-self'] = '1';
  Object.assign(parts, { topology, goal, board: pack(board.cells, ON) });
  if (board.hasHoles) parts.holes = pack(board.cells, HOLE);
  return '#' + Object.entries(parts).map(([key, value]) => `${key}=${value}`).join('&');
}

// What a fragment says, or null when it is not one of ours.
export function fromFragment(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const size = /^([1-9]\d?)x([1-9]\d?)$/.exec(parts.get('size') ?? '');
  if (!size) return null;
  const [rows, cols] = [Number(size[1]), Number(size[2])];
  const [, name, distance] = /^([a-z]+)(?::(\d{1,3}))?$/.exec(parts.get('rule') ?? 'plus') ?? [];
  const offsets = parts.get('offsets')?.replaceAll('_', ' ');
  const far = ['diamond', 'ring'].includes(name);
  const topology = parts.get('topology') ?? 'plane';
  const goal = parts.get('goal') ?? 'off';
  const known =
    rows <= 64 && cols <= 64 && TOPOLOGIES.includes(topology) && GOALS.includes(goal)
    && (offsets === undefined ? far ? Number(distance) <= 128 : NAMED.includes(name) : parseOffsets(offsets));
  if (!known) return null;
  const rule = {
    name: offsets === undefined ? name : 'offsets',
    distance: far ? Number(distance) : 2,
    offsets: offsets ?? '0,0 0,1 1,0',
    noSelf: parts.get('no-self') === '1',
  };
  try {
    const count = rows * cols;
    const lights = parts.has('board') ? unpack(parts.get('board'), count) : [];
    const holes = parts.has('holes') ? unpack(parts.get('holes'), count) : [];
    const cells = Uint8Array.from({ length: count }, (_, at) => (holes[at] ? HOLE : lights[at] ? ON : 0));
    return { rule, topology, goal, board: new Board(rows, cols, cells) };
  } catch {
    return null;
  }
}
