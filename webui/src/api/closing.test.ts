import { describe, expect, it } from 'vitest';
import { askedOf } from './closing';

describe('the reason for closing', () => {
  it('is asked for as the company says, and otherwise not', () => {
    expect(askedOf([{ key: 'closingReason', value: 'required' }])).toBe('required');
    expect(askedOf([{ key: 'closingReason', value: 'optional' }])).toBe('optional');
    expect(askedOf([{ key: 'closingReason', value: 'sometimes' }])).toBe('disabled');
    expect(askedOf([{ key: 'call', value: 'enabled' }])).toBe('disabled');
  });
});
