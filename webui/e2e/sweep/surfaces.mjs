// The surfaces of the application: its pages, and whatever a click opens on them. Nothing here is a list to keep up.
import { readFile } from 'node:fs/promises';
import { until } from '../support/until.mjs';
import { controlAt, controlsOf } from './controls.mjs';

/** How deep dialogs of menus of pages are followed. */
export const DEPTH_MAX = 3;
const LAYER_MS_MAX = 3_000;
const LED_MS_MAX = 5_000;
/** Leads out of the sweep: the session would end, or all begins anew. The link to the content is for the keyboard alone. */
const LEAVING = /^((menuitem|button) «(Sair|Entrar|Recarregar a página)|link «Ir para o conteúdo)»/;

/** Every address of paths.ts that needs nothing but itself. */
export async function addresses() {
  const source = await readFile(new URL('../../src/app/paths.ts', import.meta.url), 'utf8');
  const all = [...source.matchAll(/:\s*'(\/[^':]*)'/g)].map((match) => match[1]);
  return [...new Set(all)].filter(
    (path) => !['/login', '/signup', '/forgetpsw', '/_kit', '/simulator', '/invitation'].includes(path),
  );
}

/** A surface is {path, steps, layer}: an address, the controls clicked one after the other, and what they opened. */
export const titleOf = ({ path, steps }) => [path, ...steps].join(' › ');

/** A page whose address names one thing stands for all of its kind. */
export const patternOf = (path) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':uuid').replace(/\d+/g, ':id');

/** An address of no page: going there and on takes all parts of a page away and makes them anew. */
const NOWHERE = '/gesture-sweep';

/** Leads a page that is loaded to an address as its own links do; false where something keeps it, such as a form that asks. */
async function goWithin(page, path) {
  for (const to of [NOWHERE, path]) {
    await page.evaluate((address) => {
      document.querySelector('main')?.setAttribute('data-left', '');
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, to);
    // the page that is left stays until the other one has come
    const hasCome = await page
      .waitForFunction(
        () =>
          document.querySelector('main[data-left]') === null &&
          document.querySelector('main header, main section, main h1, main form') !== null,
        null,
        { timeout: LED_MS_MAX },
      )
      .catch(() => null);
    if (hasCome === null) return false;
  }
  return true;
}

const signOf = (path, { layer, controls }) => JSON.stringify([path, layer, controls.map((one) => one.key)]);

/** Opens a surface; answers what can be clicked on it, null when the way to it is gone. */
export async function openSurface(world, surface) {
  const { page, record } = world;
  const { path, steps } = surface;
  const title = titleOf(surface);
  // the last gesture may have left everything as it was, or only a layer on top
  if (world.shown?.title === title) {
    for (const isOnceMore of [false, true]) {
      if (isOnceMore) await page.keyboard.press('Escape');
      if (isOnceMore) await page.waitForTimeout(200);
      const seen = await controlsOf(page);
      if (signOf(new URL(page.url()).pathname, seen) === world.shown.sign) {
        record.forget();
        return seen;
      }
    }
  }
  world.shown = null;
  const isLed = page.url() !== 'about:blank' && !world.isWorn && (await goWithin(page, path));
  if (!isLed) {
    record.reset();
    await page.goto(path, { waitUntil: 'commit' });
    world.isWorn = false;
  }
  await page.locator('main, [role=main]').first().waitFor({ state: 'visible' });
  await record.settle();
  let seen = await controlsOf(page);
  for (const step of steps) {
    if (!seen.controls.some((control) => control.key === step)) return null;
    await controlAt(page, step).click({ timeout: 4_000 });
    await record.settle();
    await page.waitForTimeout(150);
    seen = await controlsOf(page);
  }
  // the code of a layer arrives with its first use
  if (surface.layer) {
    const isThere = await until(async () => (seen = await controlsOf(page)).layer === surface.layer, {
      deadlineMs: LAYER_MS_MAX,
    }).catch(() => false);
    if (!isThere) return null;
  }
  record.forget();
  world.shown = { title, sign: signOf(new URL(page.url()).pathname, seen) };
  return seen;
}

export const isLeaving = (control) => LEAVING.test(control.key);
