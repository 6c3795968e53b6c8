import { expect, it } from 'vitest';
import { readPlace } from './places';

it('reads a point from what is typed and from links to maps', () => {
  const place = { latitude: -23.5505, longitude: -46.6333 };
  expect(readPlace('-23.5505, -46.6333')).toEqual(place);
  expect(readPlace('https://www.google.com/maps/@-23.5505,-46.6333,17z')).toEqual(place);
  expect(readPlace('https://maps.apple.com/?q=-23.5505%2C-46.6333')).toEqual(place);
  expect(readPlace('Praça da Sé')).toBeNull();
  expect(readPlace('95.1, 10')).toBeNull();
});
