import { expect, it } from 'vitest';
import { previewOf, NO_VALUES } from '@/lib/templates';
import {
  categoryId,
  componentsOf,
  EMPTY_FORM,
  problemsOf,
  statusId,
  toNewTemplate,
  type TemplateForm,
} from './templates';

const form: TemplateForm = {
  ...EMPTY_FORM,
  name: 'pedido_pronto',
  header: 'Pedido {{1}}',
  body: ' Olá {{1}}, saiu {{2}}. ',
  footer: 'Aurora',
  buttons: [
    { key: 1, kind: 'QUICK_REPLY', text: 'Obrigado', target: '' },
    { key: 2, kind: 'URL', text: 'Ver', target: 'https://aurora.example/p/{{1}}' },
    { key: 3, kind: 'PHONE_NUMBER', text: 'Ligar', target: '551140028922' },
  ],
};

it('takes a whole template as Meta takes it', () => {
  expect(problemsOf(form)).toEqual({});
  expect(toNewTemplate(form)).toMatchObject({
    name: 'pedido_pronto',
    body: 'Olá {{1}}, saiu {{2}}.',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Obrigado' },
      { type: 'URL', url: 'https://aurora.example/p/{{1}}' },
      { type: 'PHONE_NUMBER', phoneNumber: '551140028922' },
    ],
  });
  expect(previewOf({ components: componentsOf(form) }, NO_VALUES)).toContain('Pedido {{1}}\n\nOlá {{1}}');
});

it('says what Meta would refuse', () => {
  const wrong: TemplateForm = {
    ...form,
    name: 'Pedido Pronto',
    header: '{{1}} {{2}}',
    body: '{{2}}',
    footer: '{{1}}',
    buttons: [
      { key: 4, kind: 'URL', text: 'Ver', target: 'https://aurora.example/{{1}}/p' },
      { key: 5, kind: 'PHONE_NUMBER', text: 'Ligar', target: '' },
    ],
  };
  expect(problemsOf(wrong)).toEqual({
    name: 'templates.nameWrong',
    header: 'templates.headerCount',
    body: 'templates.countWrong',
    footer: 'templates.footerCount',
    button4: 'templates.buttonUrlWrong',
    button5: 'templates.buttonMissing',
  });
  expect(problemsOf(EMPTY_FORM)).toEqual({ name: 'templates.nameWrong', body: 'templates.bodyMissing' });
});

it('takes a place as the header, in the place of a text', () => {
  const shop = { ...form, header: '', place: true };
  expect(componentsOf(shop)[0]).toEqual({ type: 'HEADER', format: 'LOCATION' });
  expect(toNewTemplate(shop)).toMatchObject({ header: null, place: true });
  expect(toNewTemplate(form)).toMatchObject({ header: 'Pedido {{1}}', place: false });
});

it('has a general word for what Meta may say one day', () => {
  expect(statusId('PAUSED')).toBe('templates.status.PAUSED');
  expect(statusId('IN_APPEAL')).toBe('templates.status.other');
  expect(categoryId('NEW')).toBeNull();
});
