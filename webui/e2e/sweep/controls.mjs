// What can be clicked on a page, found by role and not by a list: a new page enters the sweep by itself.

/** Rows of one list are alike: the first two stand for all, the second being the one that slides under the pointer. */
const ROWS_MAX = 2;
/** Controls of one name, such as the days of a calendar. */
const ALIKE_MAX = 3;

/** Runs inside the page. Marks every control of the topmost layer with a key that is the same after a reload. */
function markControls([rowsMax, alikeMax]) {
  const isVisible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const layers = [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
  ].filter((one) => isVisible(one) && !one.closest('[inert], [aria-hidden=true]'));
  const layer = layers.at(-1) ?? document.body;
  const nameOf = (element) =>
    (
      element.getAttribute('aria-label') ??
      (element.getAttribute('aria-labelledby') ?? '')
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
    ).trim() ||
    (element.labels?.[0]?.textContent ?? '').trim() ||
    (element.innerText ?? '').trim() ||
    element.getAttribute('placeholder') ||
    element.getAttribute('name') ||
    '';
  // times, counters and customers' names differ from run to run
  const plain = (name) => name.replace(/\s+/g, ' ').replace(/\d+/g, '0').slice(0, 40);
  const rowOf = (element) => {
    const row = element.closest('[role=listitem], li, tr, [role=row], [role=option]');
    const list = row?.parentElement;
    if (!row || !list) return null;
    const rows = [...list.children].filter((one) => one.tagName === row.tagName);
    return rows.length > rowsMax ? rows.indexOf(row) : null;
  };
  const roleOf = (element) => {
    const given = element.getAttribute('role');
    if (given) return given;
    const tag = element.tagName.toLowerCase();
    if (tag === 'a') return 'link';
    if (tag === 'textarea') return 'textbox';
    if (tag === 'input') {
      const type = element.type;
      if (type === 'checkbox' || type === 'radio') return type;
      return type === 'button' || type === 'submit' ? 'button' : 'textbox';
    }
    return tag === 'select' ? 'combobox' : 'button';
  };
  // a choice that is drawn by its label has no place of its own
  const pressedFor = (element) => {
    const isDrawn = ['radio', 'checkbox'].includes(element.type) && element.getBoundingClientRect().width <= 1;
    return (isDrawn && element.labels?.[0]) || element;
  };
  const seen = new Map();
  const found = [];
  for (const old of document.querySelectorAll('[data-sweep]')) old.removeAttribute('data-sweep');
  const all = layer.querySelectorAll(
    'button, a[href], input:not([type=hidden], [type=file]), textarea, select, [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=switch], [role=tab], [role=option], [role=combobox], [role=checkbox]',
  );
  for (const element of all) {
    if (!isVisible(element) || element.disabled || element.getAttribute('aria-disabled') === 'true') continue;
    if (element.closest('[inert], [aria-hidden=true]')) continue;
    const row = rowOf(element);
    if (row !== null && row >= rowsMax) continue;
    const role = roleOf(element);
    const name =
      row === null ? plain(nameOf(element)) : `row ${row} ${plain(element.getAttribute('aria-label') ?? '')}`;
    const stem = `${role} «${name}»`;
    const nth = seen.get(stem) ?? 0;
    seen.set(stem, nth + 1);
    if (nth >= alikeMax) continue;
    const key = nth === 0 ? stem : `${stem} #${nth + 1}`;
    pressedFor(element).setAttribute('data-sweep', key);
    found.push({
      key,
      role,
      href: element.getAttribute('href'),
      // leads on within the application, as the rows of tickets do; another row may slide under the pointer
      isRowLink:
        element.matches('main a[href^="/"]:not([target], [download])') &&
        element.closest('[role=listitem], li, tr, [role=row]') !== null,
      // menu and top bar are the same on every page
      isShell: layer === document.body && element.closest('main') === null,
      isPanel: element.matches('[aria-haspopup][aria-expanded]'),
      isToggle: ['switch', 'checkbox', 'menuitemcheckbox'].includes(role) || element.hasAttribute('aria-pressed'),
    });
  }
  const titled = layer === document.body ? null : layer;
  return {
    layer:
      titled === null
        ? null
        : `${titled.getAttribute('role')} «${plain(nameOf(titled) || titled.querySelector('h1, h2, h3')?.textContent || '')}»`,
    controls: found,
  };
}

/** {layer, controls: [{key, role, href, isRowLink, isShell, isPanel, isToggle}]} of what is shown on top; `layer` is null for the page itself. */
export const controlsOf = (page) => page.evaluate(markControls, [ROWS_MAX, ALIKE_MAX]);

/** The element that bears a key since the last look. */
export const controlAt = (page, key) => page.locator(`[data-sweep=${JSON.stringify(key)}]`).first();

/** What a gesture can harm, as it stands now. */
export function stateOf(page) {
  return page.evaluate(() => {
    const active = document.activeElement;
    const isField =
      active instanceof HTMLTextAreaElement ||
      (active instanceof HTMLInputElement &&
        ['text', 'search', 'email', 'tel', 'url', 'password'].includes(active.type));
    const isVisible = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return {
      path: location.pathname,
      isFocusLost: active === null || active === document.body,
      focus: active
        ? `${active.tagName.toLowerCase()} ${active.getAttribute('aria-label') ?? active.getAttribute('name') ?? ''}`.trim()
        : 'none',
      field: isField ? active.value : null,
      isReadOnly: isField && (active.readOnly || active.disabled),
      layers: [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isVisible).length,
      isCrashed: [...document.querySelectorAll('[role=alert] > h1')].length > 0,
    };
  });
}
