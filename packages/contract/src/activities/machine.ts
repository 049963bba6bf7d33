import * as z from 'zod/mini';

/**
 * The kinds of ergs by their Logbook names, each with its own totals and bests. `otherrower` is a rower of another
 * maker, whose results are not compared.
 */
export const machines = [
  'rower',
  'skierg',
  'bike',
  'dynamic',
  'slides',
  'multierg',
  'otherrower',
  'other',
] as const;
export type Machine = (typeof machines)[number];
export const MachineSchema = z.enum(machines);

/** Their common names. */
export const machineNames: Readonly<Record<Machine, string>> = {
  rower: 'RowErg',
  skierg: 'SkiErg',
  bike: 'BikeErg',
  dynamic: 'Dynamic RowErg',
  slides: 'RowErg on slides',
  multierg: 'MultiErg',
  otherrower: "Other maker's erg",
  other: 'Another machine',
};
