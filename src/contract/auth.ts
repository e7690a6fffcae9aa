import { z } from 'zod'
import { user } from './account.ts'

/** Normalised before anything is compared: trimmed, NFC, lower case. */
export const email = z
  .string()
  .max(320)
  .transform((given) => given.trim().normalize('NFC').toLowerCase())
  .pipe(
    z
      .string()
      .max(254, 'Please enter a valid email address.')
      .regex(
        /^[^\s@<>"(),:;[\]\\\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u,
        'Please enter a valid email address.',
      ),
  )

/** Something that can be seen: not only spaces and characters without a shape. */
export const VISIBLE_CHARACTER_PATTERN = /[^\p{C}\p{Z}]/u

/** Bounded here; the rules of a new password are the server's (`PASSWORD_MIN`, block list). */
const password = z.string().min(1, 'Please enter a password.').max(1024)
const token = z.string().min(1).max(200)

export const signupRequest = z.strictObject({
  name: z.string().trim().max(80).regex(VISIBLE_CHARACTER_PATTERN, 'Please enter your name.'),
  email,
  password,
})
export type SignupRequest = z.input<typeof signupRequest>
export const signupResponse = z.object({ message: z.string(), uid: z.string() })

export const loginRequest = z.strictObject({ email, password })
export type LoginRequest = z.input<typeof loginRequest>
export const loginResponse = z.object({ user, message: z.string() })

export const googleLoginRequest = z.strictObject({
  idToken: z.string().min(1).max(8_000),
})
export type GoogleLoginRequest = z.input<typeof googleLoginRequest>
/** The nonce a Google sign-in must carry, bound to this browser by a cookie and used once. */
export const googleNonceResponse = z.object({ nonce: z.string() })

export const verifyEmailRequest = z.strictObject({ token })
export const verifyEmailResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  /** True when this browser is already signed in as the verified user. */
  signedIn: z.boolean(),
})

export const forgotPasswordRequest = z.strictObject({ email })

/** Resend names the account by the uid of sign-up, its address, or the session. */
export const resendVerificationRequest = z.strictObject({
  uid: z.string().max(100).optional(),
  email: email.optional(),
})
export type ResendVerificationRequest = z.input<typeof resendVerificationRequest>

export const resetPasswordRequest = z.strictObject({ token, password })

export const changePasswordRequest = z.strictObject({
  currentPassword: z.string().max(1024),
  newPassword: password,
})
