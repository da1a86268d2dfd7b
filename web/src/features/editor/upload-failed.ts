/** Product §8. */
export const UPLOAD_FAILED = 'Failed to upload image';
