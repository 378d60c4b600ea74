// A server of our own, a browser of our own, and the few helpers that the scenarios share.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
const binary = process.env.LIGHTSOUT ?? join(root, 'target/debug/lightsout');
const pictures = join(root, 'target/browser');

// Starts `serve` on a free port; gives its address and its end.
export async function startServer() {
  const child = spawn(binary, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = new Promise((_, reject) => child.once('error', reject));
  const line = new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const url = await Promise.race([line, failed]);
  return {
    url,
    stop: () => new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGINT');
    }),
  };
}

// Opens a browser with a profile of its own. Pages may ask nobody but the server, and may not complain.
export async function openBrowser(url, options = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'lightsout-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const complaints = [];
  const watch = (page) => {
    page.on('request', (request) => request.url().startsWith(url) || complaints.push(`asked ${request.url()}`));
    page.on('pageerror', (error) => complaints.push(`error ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    complaints,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

// Runs scenarios one after the other; says how each went, and how many.
export async function run(scenarios) {
  let [passed, failed] = [0, 0];
  for (const [name, scenario] of scenarios) {
    try {
      await scenario();
      passed += 1;
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

// Keeps a picture for people to look at.
export async function picture(page, name, options = {}) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
}
