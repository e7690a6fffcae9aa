import { z } from 'zod'
import { optionalCode, user } from './account.ts'
import { ACCOUNT_LIMITS, EMAIL_PATTERN } from './form-limits.ts'
import { singleLine } from './texts.ts'

/** Normalised to trimmed, lower-case NFC. The first `max` limits the raw input. */
export const email = z
  .string()
  .max(320)
  .transform((input) => input.trim().normalize('NFC').toLowerCase())
  .pipe(
    z
      .string()
      .max(ACCOUNT_LIMITS.email, 'Please enter a valid email address.')
      .regex(EMAIL_PATTERN, 'Please enter a valid email address.'),
  )

/** Rejects names that contain only spaces, control or format characters. */
const VISIBLE_CHARACTER_PATTERN = /[^\p{C}\p{Z}]/u

/** Limits the input. The rules for new passwords are in src/server/shop/auth/password-rules.ts. */
const password = z.string().min(1, 'Please enter a password.').max(1024)
const token = z.string().min(1).max(200)

export const signupRequest = z.strictObject({
  name: singleLine(ACCOUNT_LIMITS.name).regex(VISIBLE_CHARACTER_PATTERN, 'Please enter your name.'),
  email,
  password,
})
export type SignupRequest = z.input<typeof signupRequest>
export const signupResponse = z.object({ message: z.string(), uid: z.string() })

export const loginRequest = z.strictObject({ email, password, code: optionalCode })
export type LoginRequest = z.input<typeof loginRequest>
export const loginResponse = z.object({ user, message: z.string() })

export const googleLoginRequest = z.strictObject({
  idToken: z.string().min(1).max(8_000),
})
export type GoogleLoginRequest = z.input<typeof googleLoginRequest>
/** A single-use nonce for the next Google sign-in, bound to this browser by a cookie. */
export const googleNonceResponse = z.object({ nonce: z.string() })

export const verifyEmailRequest = z.strictObject({ token })
export const verifyEmailResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The verified address, to prefill the login of a browser that is not signed in. */
  email: z.string(),
  /** Whether this browser is signed in as the verified user now. */
  signedIn: z.boolean(),
})

export const forgotPasswordRequest = z.strictObject({ email })

/** The account is identified by the uid of sign-up, the address, or the session. */
export const resendVerificationRequest = z.strictObject({
  uid: z.string().max(100).optional(),
  email: email.optional(),
})
export type ResendVerificationRequest = z.input<typeof resendVerificationRequest>

export const resetPasswordRequest = z.strictObject({ token, password })

export const changePasswordRequest = z.strictObject({
  currentPassword: z.string().max(1024),
  newPassword: password,
  code: optionalCode,
})
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>
