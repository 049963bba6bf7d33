export { writeFit } from './fit/write.ts';
