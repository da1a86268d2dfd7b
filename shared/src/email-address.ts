export const INVALID_EMAIL = 'Please enter a valid email address.';

export const LONGEST_EMAIL = 254;

/**
 * Looser than RFC 5322 in the domain (product §5 asks for an '@'), stricter in what could make it two addresses or a
 * header.
 */
export const EMAIL_ADDRESS = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u;
