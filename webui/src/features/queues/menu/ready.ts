import type { MessageId, Translate } from '@/i18n';
import { newNode, type Menu } from './tree';

interface ReadyNode {
  title: MessageId;
  message: MessageId;
  children?: readonly ReadyNode[];
}

/** Trees to start from: what small companies are asked most. */
const TREES = {
  shop: [
    { title: 'queues.ready.shop.orders', message: 'queues.ready.shop.ordersText' },
    {
      title: 'queues.ready.shop.returns',
      message: 'queues.ready.shop.returnsText',
      children: [
        { title: 'queues.ready.shop.exchange', message: 'queues.ready.shop.exchangeText' },
        { title: 'queues.ready.shop.refund', message: 'queues.ready.shop.refundText' },
      ],
    },
    { title: 'queues.ready.shop.hours', message: 'queues.ready.shop.hoursText' },
  ],
  clinic: [
    { title: 'queues.ready.clinic.book', message: 'queues.ready.clinic.bookText' },
    { title: 'queues.ready.clinic.results', message: 'queues.ready.clinic.resultsText' },
    { title: 'queues.ready.clinic.insurance', message: 'queues.ready.clinic.insuranceText' },
  ],
  support: [
    {
      title: 'queues.ready.support.down',
      message: 'queues.ready.support.downText',
      children: [
        { title: 'queues.ready.support.restarted', message: 'queues.ready.support.restartedText' },
        { title: 'queues.ready.support.notYet', message: 'queues.ready.support.notYetText' },
      ],
    },
    { title: 'queues.ready.support.invoice', message: 'queues.ready.support.invoiceText' },
    { title: 'queues.ready.support.person', message: 'queues.ready.support.personText' },
  ],
} as const satisfies Record<string, readonly ReadyNode[]>;

export type ReadyName = keyof typeof TREES;
export const READY = Object.keys(TREES) as ReadyName[];

const grow = (nodes: readonly ReadyNode[], t: Translate): Menu =>
  nodes.map(({ title, message, children }) => newNode(t(title), t(message), grow(children ?? [], t)));

export const readyMenu = (name: ReadyName, t: Translate): Menu => grow(TREES[name], t);
