export const INVALID_EMAIL = 'Please enter a valid email address.';

export const LONGEST_EMAIL = 254;

/** The only requirements for an address (product §5). */
export const isEmailAddress = (text: string): boolean => text.includes('@') && text.length <= LONGEST_EMAIL;

/** Whether email may be sent to an address, which must be neither two addresses nor a header. */
export const isDeliverable = (address: string): boolean =>
  /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u.test(address);
