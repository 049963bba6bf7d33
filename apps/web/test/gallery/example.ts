import type { ReactNode } from 'react';

/** Texts that a case shows, so that each can be seen in a language written from right to left. */
export type Words = {
  name: string;
  otherName: string;
  title: string;
  sentence: string;
  label: string;
};

export const english: Words = {
  name: 'Mara Lindqvist',
  otherName: 'Tobias Okafor',
  title: 'Evening steady state',
  sentence: 'Row at a pace at which you can still talk, and hold the rate.',
  label: 'Title',
};

export const arabic: Words = {
  name: 'ليلى المنصوري',
  otherName: 'سامي حداد',
  title: 'تجديف مسائي هادئ',
  sentence: 'جدّف بإيقاع يسمح لك بالكلام، وحافظ على المعدل.',
  label: 'العنوان',
};

/** As long as the product accepts, and the last one without a place to break. */
export const long: Words = {
  name: 'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Nakamura',
  otherName: 'Bartholomew Featherstonehaugh-Cholmondeley',
  title: 'A very long evening of steady state with Donaudampfschifffahrtsgesellschaftskapitäne and friends',
  sentence:
    'Row at a pace at which you can still talk, hold the rate, keep the drive long and the recovery calm, and stop when the coach says so, which may be later than you hope and sooner than you fear. https://boathouse.example/a-link-that-has-no-place-to-break-in-it-and-goes-on',
  label: 'A label that is much longer than its field and has to go on in a second line',
};

/** One component in its states. Each also appears from right to left: its first case with Arabic texts. */
export type Example = {
  /** The name of its file. */
  component: string;
  cases: ReadonlyArray<{ name: string; show: (words: Words) => ReactNode; words?: Words }>;
  /** Wider than a third of the page: the three modes are one below the other. */
  isWide?: boolean;
};

/** Does nothing: the gallery's buttons have no effect. */
export function ignore(): void {}
