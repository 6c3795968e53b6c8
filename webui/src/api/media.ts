import { ApiError } from './error';

/** A stored file as if it had been chosen on this computer. */
export async function fetchFile(url: string, name: string, type: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new ApiError('ERR_NOT_FOUND', answer.status, '');
  return new File([await answer.blob()], name, { type });
}

/** Whether the server still takes a signed link to a file. Without an answer the link gets the benefit of the doubt. */
export async function isLinkGood(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status !== 404;
  } catch {
    return true;
  }
}
