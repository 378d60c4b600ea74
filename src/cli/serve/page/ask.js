// What the page asks the server.

// An answer that is a refusal: its one line for people.
export class Refused extends Error {}

async function refusal(response) {
  try {
    return new Refused((await response.json()).error);
  } catch {
    return new Refused(`the server answers ${response.status}`);
  }
}

// Asks, again and again while the server is too busy.
async function ask(path, options) {
  for (let tries = 0; ; tries++) {
    const response = await fetch(path, { ...options, cache: 'no-store' });
    if (response.ok) return response;
    if (response.status !== 503 || tries === 5) throw await refusal(response);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

// The fewest presses: tells `onProgress` what is known on the way, and returns the report.
export async function solve(question, onProgress, signal) {
  const response = await ask('/api/solve', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...question, progress: true }),
    signal,
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused('the server broke off');
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines.map((text) => JSON.parse(text))) {
      if (line.error !== undefined) throw new Refused(line.error);
      if (line.result !== undefined) return line.result;
      onProgress(line.progress);
    }
  }
}

// The quiet patterns of the game on the board, as the server lists them.
export async function quietPatterns(game, board, signal) {
  const query = new URLSearchParams({ rows: board.rows, cols: board.cols, ...game.asked(), quiet_patterns: true });
  if (board.hasHoles) query.set('holes', board.mapLights(() => 0).toRows().join('/'));
  return (await ask(`/api/info?${query}`, { signal })).json();
}

// The rows of a board file of any format.
export async function readBoard(bytes) {
  const headers = { 'Content-Type': 'application/octet-stream' };
  return (await ask('/api/board', { method: 'POST', headers, body: bytes })).json();
}
