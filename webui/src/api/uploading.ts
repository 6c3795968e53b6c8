import type { WireRequest } from './transport';

/** Sends by XMLHttpRequest, the only one that tells how much has left. Answers status and text. */
export const sendWithProgress = (
  { method, url, headers, body, onProgress }: WireRequest,
  signal: AbortSignal,
  hear: () => void,
): Promise<[status: number, text: string]> =>
  new Promise((resolve, reject) => {
    // Its user may have gone while this code was on its way.
    signal.throwIfAborted();
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      hear();
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    xhr.addEventListener('load', () => resolve([xhr.status, xhr.responseText]));
    xhr.addEventListener('error', reject);
    signal.addEventListener('abort', () => {
      xhr.abort();
      reject(signal.reason);
    });
    hear();
    xhr.send(body ?? null);
  });
