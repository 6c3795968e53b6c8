import type { MouseEvent } from 'react';
import { isLinkGood } from '@/api/media';
import type { Message } from '@/api/types';
import { translate } from '@/i18n';
import { toast } from '@/ui/toast';

/** Starts a download as a click on a link does. */
function download(url: string, name: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** A click on the link to a message's file: a link that has expired in the open page is renewed first. */
export function useDownload(message: Message, url: string, renewLink: (message: Message) => Promise<string | null>) {
  const name = message.mediaName ?? '';
  const fetchFile = async () => {
    const link = (await isLinkGood(url)) ? url : await renewLink(message);
    if (link === null) toast.error(translate('common.failed'));
    else download(link, name);
  };
  return (event: MouseEvent) => {
    // A click that asks for another tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void fetchFile();
  };
}
