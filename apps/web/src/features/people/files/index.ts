export { useGivenFiles } from './given-files.ts';
export { ImagePicker } from './image-picker.tsx';
export { uploadImage } from './upload-image.ts';
export { uploadErrorWords } from './upload-errors.ts';
