import { expect, it } from 'vitest';
import { NO_PLACE, placeOf, readPlace, writtenPlace } from './places';

it('reads a point from what is typed and from links to maps', () => {
  const place = { latitude: -23.5505, longitude: -46.6333 };
  expect(readPlace('-23.5505, -46.6333')).toEqual(place);
  expect(readPlace('https://www.google.com/maps/@-23.5505,-46.6333,17z')).toEqual(place);
  expect(readPlace('https://maps.apple.com/?q=-23.5505%2C-46.6333')).toEqual(place);
  expect(readPlace('Praça da Sé')).toBeNull();
  expect(readPlace('95.1, 10')).toBeNull();
});

it('takes a typed place and gives it back as it was', () => {
  const place = { latitude: -23.5505, longitude: -46.6333, name: 'Loja Centro', address: null };
  expect(placeOf({ where: '-23.5505,-46.6333', name: ' Loja Centro ', address: ' ' })).toEqual(place);
  expect(placeOf(writtenPlace(place))).toEqual(place);
  expect(placeOf({ ...writtenPlace(place), where: 'ali' })).toBeNull();
  expect(writtenPlace(null)).toEqual(NO_PLACE);
});
