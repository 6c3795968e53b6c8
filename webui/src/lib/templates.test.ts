import { expect, it } from 'vitest';
import { makeTemplate } from '@/dev/fixtures';
import {
  fileKindOf,
  hasFile,
  hasPlace,
  isFilled,
  isSendable,
  NO_VALUES,
  previewOf,
  slotsOf,
  variablesOf,
  withValue,
} from './templates';

const template = makeTemplate({
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
    { type: 'BODY', text: 'Olá {{1}}, o pedido {{2}} saiu, {{1}}!' },
    { type: 'FOOTER', text: 'Lojas Aurora' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Obrigado' },
        { type: 'URL', text: 'Acompanhar', url: 'https://aurora.example/p/{{1}}' },
      ],
    },
  ],
});

it('asks for each variable once, in order', () => {
  expect(variablesOf('{{2}} {{1}} {{ 2 }} {{nome}} {{}}')).toEqual(['2', '1', 'nome']);
  expect(slotsOf(template).map(({ part, index }) => `${part}${index}`)).toEqual([
    'header0',
    'body0',
    'body1',
    'buttons0',
  ]);
});

it('shows what the customer reads, and what is still missing', () => {
  const slots = slotsOf(template);
  let values = NO_VALUES;
  expect(previewOf(template, values)).toContain('Olá {{1}}, o pedido {{2}}');
  ['#7', 'Ana', '7', '7/abc'].forEach((value, place) => {
    expect(isFilled(template, values)).toBe(false);
    const slot = slots[place];
    if (slot) values = withValue(values, slots, slot, value);
  });
  expect(isFilled(template, values)).toBe(true);
  expect(previewOf(template, values)).toBe(
    'Pedido #7\n\nOlá Ana, o pedido 7 saiu, Ana!\n\nLojas Aurora\n\n[ Obrigado ]\n[ Acompanhar ] https://aurora.example/p/7/abc',
  );
});

it('offers only what is approved and needs neither cards nor a code', () => {
  expect(isSendable(template)).toBe(true);
  expect(isSendable({ ...template, status: 'PAUSED' })).toBe(false);
  expect(isSendable(makeTemplate({ components: [{ type: 'CAROUSEL' }] }))).toBe(false);
  const code = [{ type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copiar' }] }];
  expect(isSendable(makeTemplate({ components: code }))).toBe(false);
});

it('asks for a whole place where one stands above the text', () => {
  const shop = makeTemplate({
    components: [
      { type: 'HEADER', format: 'LOCATION' },
      { type: 'BODY', text: 'Olá {{1}}' },
    ],
  });
  expect(isSendable(shop)).toBe(true);
  expect([hasPlace(shop), hasPlace(template)]).toEqual([true, false]);
  const slots = slotsOf(shop);
  const place = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: null };
  const named = { ...NO_VALUES, body: ['Ana'], place };
  expect(isFilled(shop, { ...named, place: null })).toBe(false);
  expect(isFilled(shop, named)).toBe(false);
  const whole = { ...named, place: { ...place, address: 'Rua A, 1' } };
  expect(isFilled(shop, whole)).toBe(true);
  expect(slots).toHaveLength(1);
  // another variable leaves the place where it is
  expect(slots[0] && withValue(whole, slots, slots[0], 'Bia')).toEqual({ ...whole, body: ['Bia'] });
});

it('knows which file stands above a text, and whether it is there', () => {
  expect(fileKindOf(template)).toBeNull();
  expect(hasFile(template, null)).toBe(true);
  const contract = makeTemplate({
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Oi' },
    ],
  });
  expect(isSendable(contract)).toBe(true);
  expect(fileKindOf(contract)).toBe('DOCUMENT');
  expect(hasFile(contract, null)).toBe(false);
  expect(hasFile(contract, new File(['x'], 'a.pdf'))).toBe(true);
  expect(hasFile({ ...contract, headerFile: 'contrato.pdf' }, null)).toBe(true);
});
