export { followLaunches } from './launches.ts';
