export { ImagePicker } from './image-picker.tsx';
export { uploadImage, type UploadOptions } from './upload-image.ts';
export { uploadErrorWords } from './upload-errors.ts';
