const PAIR = /(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)/;

/** The point of "-23.55, -46.63", or of a link to a map with it; null when there is none on the globe. */
export function readPlace(text: string): { latitude: number; longitude: number } | null {
  const pair = PAIR.exec(text.replaceAll(/%2C/gi, ','));
  if (!pair) return null;
  const [latitude, longitude] = [Number(pair[1]), Number(pair[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
