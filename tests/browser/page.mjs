// The page of `lightsout serve` in a real browser: what a player, a keyboard user and a phone get to see.

import assert from 'node:assert/strict';
import { openBrowser, picture, run, startServer } from './driver.mjs';

const server = await startServer();
const browser = await openBrowser(server.url);
const { page } = browser;

const cell = (row, col, on = page) => on.locator(`[role=row]:nth-child(${row}) > [role=gridcell]:nth-child(${col})`);
const text = (id, on = page) => on.locator(`#${id}`).textContent();
const lights = (on = page) =>
  on.locator('#grid [role=gridcell]').evaluateAll((cells) => cells.map((c) => Number(c.classList.contains('on'))));

// Waits until the answer shows this number (or word).
async function shows(wanted, on = page) {
  await on.waitForFunction((value) => document.getElementById('count').textContent === value, String(wanted));
}

async function fresh(fragment = '') {
  await page.goto('about:blank');
  await page.goto(server.url + fragment);
  await shows(fragment ? (await settled()) : 0);
}

// Waits for an answer of any kind and tells it.
async function settled(on = page) {
  await on.waitForFunction(() => {
    const { state } = document.getElementById('answer').dataset;
    return document.getElementById('answer').ariaBusy === 'false' && state !== 'idle' && state !== 'working';
  });
  return text('count', on);
}

const scenarios = [
  ['painting the cross by clicks reads 1', async () => {
    await fresh();
    for (const [row, col] of [[2, 3], [3, 2], [3, 3], [3, 4], [4, 3]]) await cell(row, col).click();
    await shows(1);
    assert.equal(await text('badge'), 'proved');
    assert.match(await cell(3, 3).getAttribute('aria-label'), /^row 3, column 3: on, press 1/);
    assert.equal(await cell(3, 3).textContent(), '1');
    await picture(page, 'cross');
  }],

  ['painting by a drag leaves no gap, and undo takes the stroke back', async () => {
    await fresh();
    const [from, to] = [await cell(1, 1).boundingBox(), await cell(1, 5).boundingBox()];
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 20, { steps: 2 });
    await page.mouse.up();
    assert.deepEqual((await lights()).slice(0, 10), [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    await page.click('#undo');
    assert.equal((await lights()).includes(1), false);
  }],

  ['all on 5 x 5: fifteen hints lead to all off; undo, redo, start over', async () => {
    await fresh();
    await page.click('#all-on');
    await shows(15);
    assert.match(await text('detail'), /4 ways are as short/);
    await picture(page, 'all-on');
    for (let left = 14; left >= 0; left--) {
      await page.click('#hint');
      await page.locator('#grid .next').click();
      await shows(left);
      assert.equal(await text('badge'), left > 0 ? 'proved' : '');
      if (left === 7) await picture(page, 'playing');
    }
    assert.equal((await lights()).includes(1), false);
    assert.match(await text('verdict'), /^Solved in 15 presses: nobody/);
    assert.equal(await text('moves'), '15');
    await picture(page, 'solved');
    await page.click('#undo');
    await shows(1);
    assert.equal(await text('moves'), '14');
    await page.click('#redo');
    await shows(0);
    await page.click('#restart');
    await shows(15);
    assert.equal(await text('moves'), '0');
    // A press that is no hint is counted, and the way from there is another: this one lies on one of the other three.
    await page.click('#show-hints');
    assert.equal(await page.locator('#grid .press').count(), 0);
    await page.check('input[value=press]');
    await cell(1, 1).click();
    await shows(14);
    assert.equal(await text('minimum'), '15');
    await cell(1, 1).click();
    await shows(15);
    assert.equal(await text('moves'), '2');
  }],

  ['the address holds the game and the board', async () => {
    await fresh();
    await page.fill('#rows', '6');
    await page.press('#rows', 'Tab');
    await page.selectOption('#rule', 'ring');
    await page.fill('#distance', '2');
    await page.press('#distance', 'Tab');
    await page.check('#no-self');
    await page.selectOption('#topology', 'klein');
    await page.selectOption('#goal', 'either');
    await page.click('#random');
    await page.check('input[value=hole]');
    await cell(6, 5).click();
    await page.waitForFunction(() => location.hash.includes('holes='));
    const [before, answer, address] = [await lights(), await settled(), page.url()];
    await page.reload();
    assert.equal(await settled(), answer);
    assert.deepEqual(await lights(), before);
    assert.equal(await cell(6, 5).getAttribute('aria-label'), 'row 6, column 5: hole');
    assert.equal(await page.inputValue('#rule'), 'ring');
    assert.equal(await page.inputValue('#topology'), 'klein');
    assert.equal(await page.inputValue('#goal'), 'either');
    assert.equal(await page.isChecked('#no-self'), true);
    await page.waitForFunction((url) => document.getElementById('link').value === url, address);
    // A link that is broken, or hostile, is no board.
    await page.goto('about:blank');
    await page.goto(`${server.url}#size=5x5&rule=<script>&board=AAAA`);
    await shows(0);
    assert.equal((await lights()).length, 25);
  }],

  ['an impossible board shows its proof', async () => {
    await fresh();
    await page.fill('#text', '1000\n0000\n0000\n0000\n');
    await page.selectOption('#goal', 'either');
    await page.click('#use-text');
    await shows('Impossible');
    assert.match(await text('proof-text'), /^Proof 1 of 2, for all off: /);
    await picture(page, 'impossible', { fullPage: true });
    await page.click('#proof-next');
    assert.match(await text('proof-text'), /^Proof 2 of 2, for all on: /);
    // By the definition: every button toggles an even number of the lights marked, and an odd number has to change.
    const proof = await page.evaluate(async () => {
      const { Game } = await import('/rule.js');
      const game = new Game(4, 4, { name: 'plus', noSelf: false }, 'plane');
      const cells = [...document.querySelectorAll('#grid [role=gridcell]')];
      const inProof = (at) => cells[at].classList.contains('proof');
      const even = cells.every((_, at) => game.toggled(at, () => false).filter(inProof).length % 2 === 0);
      const change = cells.filter((c, at) => inProof(at) && !c.classList.contains('on')).length;
      return { even, odd: change % 2 === 1 };
    });
    assert.deepEqual(proof, { even: true, odd: true });
    assert.match(await text('status'), /Proof 2/);
  }],

  ['quiet patterns are shown one by one, and change nothing', async () => {
    await fresh();
    await page.click('#quiet-show');
    await page.waitForSelector('#grid .quiet');
    assert.match(await text('quiet-text'), /^Pattern 1 of 2: pressing these \d+ buttons/);
    await picture(page, 'quiet');
    const first = await page.locator('#grid .quiet').count();
    assert.match(await text('quiet-text'), new RegExp(`these ${first} buttons`));
    await page.click('#quiet-next');
    assert.match(await text('quiet-text'), /^Pattern 2 of 2/);
    const changed = await page.evaluate(async () => {
      const [{ Game }, { Board }] = [await import('/rule.js'), await import('/board.js')];
      const cells = [...document.querySelectorAll('#grid [role=gridcell]')];
      const presses = [...cells.keys()].filter((at) => cells[at].classList.contains('quiet'));
      const game = new Game(5, 5, { name: 'plus', noSelf: false }, 'plane');
      return new Board(5, 5).pressed(game, presses).cells.includes(1);
    });
    assert.equal(changed, false);
    await page.click('#quiet-show');
    assert.equal(await page.locator('#grid .quiet').count(), 0);
  }],

  ['every rule on every surface is the same on the page as in the library', async () => {
    await fresh();
    await page.fill('#rows', '5');
    await page.fill('#cols', '7');
    await page.press('#cols', 'Tab');
    const topologies = ['plane', 'cylinder', 'mobius', 'torus', 'klein', 'projective'];
    for (const rule of ['plus', 'x', 'king', 'knight', 'rook', 'bishop', 'queen', 'diamond', 'ring', 'offsets']) {
      await page.selectOption('#rule', rule);
      for (const [i, topology] of topologies.entries()) {
        await page.selectOption('#topology', topology);
        if (i % 2) await page.click('#no-self');
        await page.click('#random');
        // The page presses every answer itself, and says so when it does not fit.
        await settled();
        const [state, detail] = [await page.getAttribute('#answer', 'data-state'), await text('detail')];
        assert.match(state, /optimal|done/, `${rule} ${topology}: ${detail}`);
      }
    }
  }],

  ['the keyboard alone', async () => {
    await fresh();
    // From the top of the page to the board, without a mouse.
    await page.evaluate(() => document.activeElement.blur());
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.getAttribute('role') === 'gridcell')) break;
    }
    const focus = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    assert.equal(await focus(), 'row 1, column 1: off');
    const keys = ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Space', 'ArrowDown', 'Space', 'ArrowLeft', 'Space',
      'ArrowRight', 'ArrowRight', 'Space', 'ArrowDown', 'ArrowLeft', 'Space'];
    for (const name of keys) await page.keyboard.press(name);
    await shows(1);
    await page.waitForFunction(() => /Fewest presses: 1/.test(document.getElementById('status').textContent));
    await page.keyboard.press('Control+End');
    assert.equal(await focus(), 'row 5, column 5: off');
    await page.keyboard.press('h');
    assert.match(await focus(), /^row 3, column 3: on, press 1, the next hint/);
    await picture(page, 'keyboard');
    await page.keyboard.press('p');
    await shows(0);
    assert.equal((await lights()).includes(1), false);
    await page.keyboard.press('u');
    await shows(1);
    await page.keyboard.press('r');
    await shows(0);
    await page.keyboard.press('Control+z');
    await shows(1);
    // One tab stop: the next tab leaves the board.
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'all-on');
    await page.keyboard.press('Enter');
    await shows(15);
  }],

  ['a window 400 pixels wide', async () => {
    await page.setViewportSize({ width: 400, height: 860 });
    await fresh();
    await page.click('#all-on');
    await shows(15);
    const width = () => page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.equal(await width(), 400);
    await picture(page, 'narrow', { fullPage: true });
    await page.fill('#cols', '64');
    await page.fill('#rows', '64');
    await page.press('#rows', 'Tab');
    await settled();
    // The board scrolls in its frame, the page does not.
    assert.equal(await width(), 400);
    const size = await cell(1, 1).boundingBox();
    assert.ok(size.width >= 18, `cells of ${size.width} pixels`);
    await picture(page, 'narrow-64');
    await page.setViewportSize({ width: 1280, height: 900 });
  }],

  ['a long search tells its bounds, and stops', async () => {
    await fresh();
    // 80 quiet patterns.
    await page.fill('#rows', '62');
    await page.fill('#cols', '62');
    await page.press('#cols', 'Tab');
    await page.selectOption('#topology', 'torus');
    await page.click('#random');
    await page.waitForSelector('#working:not([hidden])');
    await page.waitForFunction(() => /at most \d+ presses; at least \d+ are needed/.test(document.getElementById('detail').textContent));
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, 'searching');
    await page.click('#stop');
    await page.waitForFunction(() => document.getElementById('answer').dataset.state === 'bounded');
    assert.match(await text('detail'), /Not proved/);
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, 'large');
  }],

  ['a file dropped on the page is its board', async () => {
    await fresh();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['P1\n3 2\n101\n010\n'], 'board.pbm'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.getElementById('cols').value === '3');
    assert.deepEqual(await lights(), [1, 0, 1, 0, 1, 0]);
    await page.fill('#text', '##\n#?');
    await page.click('#use-text');
    await page.waitForFunction(() => /2:2: '\?'/.test(document.getElementById('load-error').textContent));
    browser.complaints.splice(0, browser.complaints.length, ...browser.complaints.filter((c) => !/ 400 /.test(c)));
  }],

  ['a click on an 8 x 8 board is answered at once', async () => {
    await fresh();
    await page.fill('#rows', '8');
    await page.fill('#cols', '8');
    await page.press('#cols', 'Tab');
    await settled();
    const times = await page.evaluate(async () => {
      const grid = document.getElementById('grid');
      const all = [];
      for (let i = 0; i < 40; i++) {
        const answered = new Promise((resolve) => {
          new MutationObserver((_, observer) => {
            observer.disconnect();
            resolve();
          }).observe(document.getElementById('count'), { childList: true, characterData: true, subtree: true });
        });
        const begun = performance.now();
        grid.children[i % 8].children[(i * 3) % 8].click();
        await answered;
        all.push(performance.now() - begun);
      }
      return all.sort((a, b) => a - b);
    });
    console.log(`        click to answer: median ${times[20].toFixed(1)} ms, longest ${times[39].toFixed(1)} ms`);
    assert.ok(times[20] <= 50, `median ${times[20]} ms`);
  }],

  ['in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await fresh('#size=7x7&rule=plus&topology=plane&goal=off&board=qlUqVSpUAA');
    await picture(page, 'dark');
    await page.click('#all-on');
    await settled();
    await picture(page, 'dark-all-on');
    await page.emulateMedia({ colorScheme: 'light' });
  }],

  ['the page asked nobody else and had nothing to complain about', async () => {
    assert.deepEqual(browser.complaints, []);
  }],

  ['without the server the page says so', async () => {
    await fresh();
    await server.stop();
    await page.click('#all-on');
    await page.waitForFunction(() => /does not answer/.test(document.getElementById('detail').textContent));
    assert.equal(await page.isVisible('#retry'), true);
    await picture(page, 'gone');
  }],
];

const fine = await run(scenarios);
await browser.close();
process.exit(fine ? 0 : 1);
