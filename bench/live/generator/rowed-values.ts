import type { LiveSample } from '@boathouse/contract/live';

/** Includes the number by which the generator knows it; the elapsed time has the same number. */
export type Sample = Omit<LiveSample, 'seq'> & { seq: number };

const sampleSec = 0.25;
const pieceM = 100_000;

/** Rounds to hundredths, as the pages of the product do. */
const hundredths = (value: number) => Math.round(value * 100) / 100;

/**
 * The values of one rower, as a page of the product sends them 4 times a second in a long single piece: time and
 * distance change with each sample, pace, power and rate with each stroke, the heart rate occasionally.
 */
export class RowedValues {
  readonly #number: number;
  readonly #strokeSamples: number;
  #seq: number;
  #distance = 0;
  #pace = 120;
  #rate = 28;
  #power = 200;

  /**
   * @param number different for each rower, so that no two have the same values
   * @param firstSeq higher than in the activity's earlier samples
   */
  constructor(number: number, firstSeq: number) {
    this.#number = number;
    this.#strokeSamples = 8 + (number % 4);
    this.#seq = firstSeq;
  }

  next(): Sample {
    const seq = this.#seq;
    this.#seq += 1;
    if ((seq + this.#number) % this.#strokeSamples === 0) {
      const wave = Math.sin(seq / 7 + this.#number);
      this.#pace = hundredths(118 + (this.#number % 20) + wave * 4);
      this.#rate = 26 + Math.round(wave * 3);
      this.#power = Math.round(2.8 / (this.#pace / 500) ** 3);
    }
    const elapsedTime = hundredths(seq * sampleSec);
    this.#distance = hundredths(Math.min(pieceM, this.#distance + (sampleSec * 500) / this.#pace));
    return {
      seq,
      phase: 'rowing',
      elapsedTime,
      distance: this.#distance,
      currentPace: this.#pace,
      averagePace: hundredths(120 + (this.#number % 20) + (elapsedTime % 40) / 40),
      strokeRate: this.#rate,
      heartRate: 140 + (((seq >> 4) + this.#number) % 30),
      isSimulated: false,
      power: this.#power,
      dragFactor: 115 + (this.#number % 15),
      left: { kind: 'distance', value: hundredths(pieceM - this.#distance) },
      projected: { kind: 'time', value: hundredths(this.#pace * 200) },
      unsent: 0,
      inTarget: this.#rate < 29,
    };
  }
}
