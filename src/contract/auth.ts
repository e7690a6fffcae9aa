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
export const VISIBLE = /[^\p{C}\p{Z}]/u

/** Bounded here; the rules of a new password are the server's (`PASSWORD_MIN`, block list). */
const password = z.string().min(1, 'Please enter a password.').max(1024)
const token = z.string().min(1).max(200)

export const signup = z.strictObject({
  name: z.string().trim().max(80).regex(VISIBLE, 'Please enter your name.'),
  email,
  password,
})
export type Signup = z.input<typeof signup>
export const signupReply = z.object({ message: z.string(), uid: z.string() })

export const login = z.strictObject({ email, password })
export type Login = z.input<typeof login>
export const loginReply = z.object({ user, message: z.string() })

export const googleLogin = z.strictObject({
  idToken: z.string().min(1).max(8_000),
})
export type GoogleLogin = z.input<typeof googleLogin>
/** The nonce a Google sign-in must carry, bound to this browser by a cookie and used once. */
export const googleNonce = z.object({ nonce: z.string() })

export const verifyEmail = z.strictObject({ token })
export const verifyReply = z.object({
  success: z.literal(true),
  message: z.string(),
  /** True when this browser is already signed in as the verified user. */
  signedIn: z.boolean(),
})

export const emailOnly = z.strictObject({ email })

/** Resend names the account by the uid of sign-up, its address, or the session. */
export const resendVerification = z.strictObject({
  uid: z.string().max(100).optional(),
  email: email.optional(),
})
export type ResendVerification = z.input<typeof resendVerification>

export const resetPassword = z.strictObject({ token, password })

export const changePassword = z.strictObject({
  currentPassword: z.string().max(1024),
  newPassword: password,
})
