// A hand that clicks twice. The browser is told when each click happened, so that the second is soon after the first
// however long this machine takes to show what the first one did.

const HALF_MS = 300;

/** Clicks a control, waits for what comes of it, and clicks once more on the same spot, 300 ms after the first. */
export async function doubleClick(locator, whenDone) {
  await locator.scrollIntoViewIfNeeded();
  await locator.hover();
  const box = await locator.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const page = locator.page();
  const session = await page.context().newCDPSession(page);
  const began = Date.now();
  const click = async (timestamp, clickCount) => {
    for (const type of ['mousePressed', 'mouseReleased']) {
      await session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        clickCount,
        timestamp: timestamp / 1000,
      });
    }
  };
  await click(began, 1);
  await whenDone();
  await click(began + HALF_MS, 2);
  await session.detach();
}
