export interface Box {
  width: number;
  height: number;
}

const MAX_WIDTH = 264;
const MAX_HEIGHT = 300;
const MIN_WIDTH = 140;
const FALLBACK: Box = { width: 254, height: 190 };

/** The room that a picture takes, known before it is loaded, so that nothing moves when it arrives. */
export function mediaBox(width: number | null, height: number | null): Box {
  if (!width || !height || width < 0 || height < 0) return FALLBACK;
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height, 1);
  const shown = Math.max(MIN_WIDTH, Math.round(width * scale));
  return { width: shown, height: Math.max(60, Math.min(MAX_HEIGHT, Math.round((shown * height) / width))) };
}
