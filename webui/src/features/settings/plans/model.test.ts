import { describe, expect, it } from 'vitest';
import { amountOf, FEATURES, isAmount, isLimit, toBody, toForm } from './model';

// spec: A037
describe('the form of a plan', () => {
  it('has the seven features and the four limits', () => {
    expect(FEATURES).toHaveLength(7);
    const form = {
      ...toForm(null),
      name: ' Essencial ',
      users: '5',
      connections: '1',
      queues: '3',
      storageGb: '50',
      value: '1.299,90',
    };
    const body = toBody({ ...form, useKanban: true });
    expect(body).toMatchObject({
      name: 'Essencial',
      users: 5,
      connections: 1,
      queues: 3,
      storageGb: 50,
      value: 1299.9,
    });
    expect(body).toMatchObject({ useKanban: true, useCampaigns: false, useOpenAi: false });
  });

  it('reads amounts as they are written here and elsewhere', () => {
    expect(amountOf('149')).toBe(149);
    expect(amountOf('149,90')).toBe(149.9);
    expect(amountOf('149.90')).toBe(149.9);
    expect(isAmount('')).toBe(false);
    expect(isAmount('-1')).toBe(false);
  });

  it('takes whole numbers, and at least one user', () => {
    expect(isLimit('users', '0')).toBe(false);
    expect(isLimit('queues', '0')).toBe(true);
    expect(isLimit('queues', '1.5')).toBe(false);
    expect(isLimit('queues', '')).toBe(false);
  });
});
