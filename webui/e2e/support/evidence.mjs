// What is kept of a journey that failed: a picture of each page, its console, the reasons and the server's log.
import { copyFile, mkdir, writeFile } from "node:fs/promises";

export const shotsFolder = new URL("../shots/", import.meta.url);

export async function keepEvidence(journeyFile, pages, reasons, serverLogPath) {
  const name = journeyFile.replace(/\.mjs$/, "");
  await mkdir(shotsFolder, { recursive: true });
  const at = (ending) => new URL(`${name}${ending}`, shotsFolder);
  await writeFile(at(".txt"), reasons.join("\n\n"));
  for (const [index, page] of pages.entries()) {
    await writeFile(at(`-${index + 1}.console.log`), page.log.join("\n"));
    if (page.isClosed()) continue;
    const picture = await page.screenshot().catch(() => null);
    if (picture) await writeFile(at(`-${index + 1}.png`), picture);
  }
  if (serverLogPath) await copyFile(serverLogPath, at(".server.log")).catch(() => {});
}
