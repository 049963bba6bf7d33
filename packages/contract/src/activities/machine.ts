import * as z from 'zod/mini';

/** The kinds of ergs as the Logbook names them, of which totals and bests are kept apart. */
export const machines = ['rower', 'skierg', 'bike', 'dynamic', 'slides', 'multierg', 'other'] as const;
export type Machine = (typeof machines)[number];
export const MachineSchema = z.enum(machines);
