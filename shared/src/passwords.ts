import * as z from 'zod/mini';
import { requiredText } from './fields.ts';
import { USER_LIMITS } from './users.ts';

const PASSWORD_MIN_LENGTH = 6;

/** The live checklist of sign-up and reset. Product §5. */
export const PASSWORD_RULES = [
  { id: 'length', label: 'At least 6 characters', test: (password: string) => password.length >= PASSWORD_MIN_LENGTH },
  { id: 'uppercase', label: 'One uppercase letter', test: (password: string) => /[A-Z]/.test(password) },
  { id: 'lowercase', label: 'One lowercase letter', test: (password: string) => /[a-z]/.test(password) },
  { id: 'digit', label: 'One number', test: (password: string) => /\d/.test(password) },
  {
    id: 'special',
    label: 'One special character',
    test: (password: string) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
] as const;

export const meetsPasswordRules = (password: string): boolean => PASSWORD_RULES.every((rule) => rule.test(password));

const required = z.string().check(z.minLength(1, 'Required'));

export const SignInForm = z.object({ email: required, password: required });
export type SignInForm = z.infer<typeof SignInForm>;

/** The password rules and the equality of the passwords are checked on submit, with a toast each. Product §8. */
export const SignUpForm = z.object({
  displayName: requiredText(USER_LIMITS.name, { required: 'Required', tooLong: 'Name too long' }, { isName: true }),
  email: required,
  password: required,
  confirmPassword: required,
});
export type SignUpForm = z.infer<typeof SignUpForm>;
