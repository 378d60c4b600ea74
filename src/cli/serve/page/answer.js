// The card that tells what is known of the board.

const byId = (id) => document.getElementById(id);
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

function set(state, count, badge, detail) {
  byId('answer').dataset.state = state;
  byId('count').textContent = count;
  byId('badge').textContent = badge;
  byId('detail').textContent = detail;
}

function show(ids) {
  for (const id of ['working', 'longer-row', 'retry-row', 'hints', 'proof']) byId(id).hidden = !ids.includes(id);
}

const TARGETS = { off: 'all off', on: 'all on', either: 'all off or all on' };

// The search is under way; `progress` tells what is known, once there is something.
export function showWorking(progress) {
  show(['working']);
  const bar = byId('progress');
  if (!progress) {
    set('working', '…', '', 'Searching');
    bar.removeAttribute('value');
    return;
  }
  const { best, bound, phase, done, total } = progress;
  set('working', `≤ ${best}`, 'searching', `Solvable with at most ${best} presses; at least ${bound} are needed (${phase}).`);
  if (total > 0) {
    bar.max = total;
    bar.value = done;
  } else bar.removeAttribute('value');
}

// The answer, and how much of it is left to press. Returns what to say aloud.
export function showReport(report, left, following) {
  if (!report.solvable) {
    show(['proof']);
    set('impossible', 'Impossible', '', `No presses reach ${TARGETS[report.goal] ?? report.goal}.`);
    return `Impossible: no presses reach ${TARGETS[report.goal]}.`;
  }
  const proved = report.status === 'optimal';
  const target = TARGETS[report.goal];
  // With very many quiet patterns the server does not search.
  show([...(left > 0 ? ['hints'] : []), ...(report.status === 'not proved' ? ['longer-row'] : [])]);
  if (left === 0) {
    set('done', '0', '', `The board is ${target}.`);
    return `The board is ${target}.`;
  }
  const ways = following || report.optima === undefined ? ''
    : report.optima === 1 ? 'The only shortest way' : `${report.optima} ways are as short`;
  const bound = Math.max(0, (report.bound ?? 0) - (report.presses - left));
  const detail = proved
    ? `${ways || 'Press in any order'}, to ${target}.`
    : `To ${target}. Not proved${bound > 0 ? `: at least ${plural(bound, 'press is', 'presses are')} needed` : ' to be the fewest'}.`;
  set(proved ? 'optimal' : 'bounded', proved ? `${left}` : `≤ ${left}`, proved ? 'proved' : 'best found', detail);
  return `${proved ? 'Fewest presses' : 'Best found'}: ${left}, to ${target}.`;
}

// Something went wrong, in the question or on the way.
export function showError(text, retry) {
  show(retry ? ['retry-row'] : []);
  set('error', '–', '', text);
}

// One of the proofs that an impossible board has.
export function showProof(witnesses, at) {
  const { goal, lights } = witnesses[at];
  const count = lights.join('').split('X').length - 1;
  const which = witnesses.length > 1 ? `Proof ${at + 1} of ${witnesses.length}, for ${TARGETS[goal]}: ` : 'Proof: ';
  byId('proof-text').textContent =
    `${which}look at the ${plural(count, 'marked light', 'marked lights')}. Every button toggles an even number of them, `
    + 'yet an odd number of them has to change.';
  byId('proof-buttons').hidden = witnesses.length < 2;
}

// The quiet patterns there are, and the one shown (or -1).
export function showQuiet(nullity, listed, at, count) {
  byId('quiet-buttons').hidden = !nullity || nullity > 512;
  const button = byId('quiet-show');
  button.textContent = at < 0 ? 'Show' : 'Hide';
  button.setAttribute('aria-pressed', String(at >= 0));
  byId('quiet-text').textContent =
    nullity === undefined ? 'Presses that change nothing.'
    : nullity === 0 ? 'None: every board has just one solution.'
    : at < 0 ? `${nullity} independent ${nullity === 1 ? 'set' : 'sets'} of presses that change nothing, so that every `
        + `solvable board has ${nullity < 50 ? (2 ** nullity).toLocaleString('en') : `2^${nullity}`} solutions.`
    : `Pattern ${at + 1} of ${listed}: pressing these ${plural(count, 'button', 'buttons')} changes nothing.`;
}

// How the play stands.
export function showScore({ moves, minimum, solved }) {
  byId('moves').textContent = moves;
  byId('minimum').textContent = !minimum ? '–' : minimum.proved ? minimum.count : `≤ ${minimum.count}`;
  byId('restart').disabled = moves === 0;
  byId('verdict').textContent =
    !solved || moves === 0 ? ''
    : minimum?.proved && moves === minimum.count ? `Solved in ${plural(moves, 'press', 'presses')}: nobody can do it in fewer.`
    : minimum ? `Solved in ${plural(moves, 'press', 'presses')}; ${minimum.count} would have done.`
    : `Solved in ${plural(moves, 'press', 'presses')}.`;
}
