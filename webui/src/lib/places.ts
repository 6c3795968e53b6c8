import type { MessageLocation } from '@/api/types';

const PAIR = /(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)/;

/** The point of "-23.55, -46.63", or of a link to a map with it; null when there is none on the globe. */
export function readPlace(text: string): { latitude: number; longitude: number } | null {
  const pair = PAIR.exec(text.replaceAll(/%2C/gi, ','));
  if (!pair) return null;
  const [latitude, longitude] = [Number(pair[1]), Number(pair[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** A place as somebody types it. */
export interface WrittenPlace {
  where: string;
  name: string;
  address: string;
}

export const NO_PLACE: WrittenPlace = { where: '', name: '', address: '' };

export function writtenPlace(place: MessageLocation | null | undefined): WrittenPlace {
  if (!place) return NO_PLACE;
  const { latitude, longitude, name, address } = place;
  return { where: `${latitude}, ${longitude}`, name: name ?? '', address: address ?? '' };
}

/** The place that was typed; null while it is no point of a map. */
export function placeOf({ where, name, address }: WrittenPlace): MessageLocation | null {
  const point = readPlace(where);
  return point && { ...point, name: name.trim() || null, address: address.trim() || null };
}
