/** The part of the encoder that the worker uses; the package's own types are not where its manifest says. */
declare module '@breezystack/lamejs' {
  export class Mp3Encoder {
    constructor(channels: number, sampleRate: number, kilobits: number);
    encodeBuffer(left: Int16Array): Uint8Array<ArrayBuffer>;
    flush(): Uint8Array<ArrayBuffer>;
  }
}
