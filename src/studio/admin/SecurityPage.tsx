import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { Field } from '#src/ui/Field.tsx'
import { call, type Failure, type Result } from '../api.ts'
import { toast } from '../toasts.tsx'
import { Page, Tool } from '../ui/controls.tsx'
import { Loaded, useCall } from '../ui/Loaded.tsx'

type Setup = ResponseBody<'POST /users/second-factor'>

/** The second factor of the own account: an authenticator app and recovery codes. */
export function SecurityPage() {
  const factor = useCall('GET /users/second-factor')
  const { load } = factor
  const [setup, setSetup] = useState<Setup>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()

  const showCodes = async (codes: string[]) => {
    setSetup(undefined)
    setRecoveryCodes(codes)
    await load()
  }
  const begin = async (password: string) => {
    const result = await call('POST /users/second-factor', { body: { password } })
    if (result.ok) setSetup(result.body)
    return result
  }
  const confirmCode = async (code: string) => {
    const result = await call('PUT /users/second-factor', { body: { code } })
    if (result.ok) await showCodes(result.body.recoveryCodes)
    return result
  }
  const renew = async (password: string, code: string) => {
    const result = await call('POST /users/second-factor/recovery-codes', {
      body: { password, code },
    })
    if (result.ok) await showCodes(result.body.recoveryCodes)
    return result
  }
  const remove = async (password: string, code: string) => {
    const result = await call('DELETE /users/second-factor', { body: { password, code } })
    if (result.ok) toast.success(result.body.message)
    await load()
    return result
  }

  return (
    <Page title="Security">
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <Loaded from={factor}>
        {(state) => (
          <div className="flex max-w-xl flex-col gap-8">
            <p className="text-body-sm text-muted">
              {state.isEnabled
                ? `Logging in asks for a code of your authenticator app. ${state.recoveryCodesLeft} recovery codes are left.`
                : 'A second factor asks for a code of an authenticator app when you log in.'}
              {state.isRequired && ' Your shop requires it.'}
            </p>
            {!state.isEnabled && !setup && (
              <SecretForm
                label="Your password"
                name="begin"
                type="password"
                button="Set it up"
                onSend={begin}
              />
            )}
            {setup && (
              <section aria-labelledby="setup" className="flex flex-col gap-4">
                <h2 id="setup" className="text-xl">
                  Add the shop to your app
                </h2>
                <div className="flex flex-wrap items-center gap-6">
                  <QrCode text={setup.uri} label="QR code with the key" />
                  <div className="flex min-w-60 flex-1 flex-col gap-3 text-body-sm">
                    <p>
                      Scan the code with an authenticator app,{' '}
                      <a href={setup.uri} className="link">
                        open the app of this device
                      </a>
                      , or type this key:
                    </p>
                    <p className="border border-line bg-surface p-4 font-mono tracking-widest break-all select-all">
                      {setup.secret.replaceAll(/(.{4})/g, '$1 ').trim()}
                    </p>
                  </div>
                </div>
                <SecretForm
                  label="Code that the app shows"
                  name="code"
                  type="text"
                  button="Turn it on"
                  onSend={confirmCode}
                />
              </section>
            )}
            {state.isEnabled && (
              <>
                <SecretForm
                  label="Password, for new recovery codes"
                  codeLabel="Code, for new recovery codes"
                  name="renew"
                  type="password"
                  button="Replace the recovery codes"
                  onSend={renew}
                />
                {!state.isRequired && (
                  <SecretForm
                    label="Password, to turn it off"
                    codeLabel="Code, to turn it off"
                    name="remove"
                    type="password"
                    button="Turn it off"
                    onSend={remove}
                  />
                )}
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Modules of the empty margin that readers need. */
const QR_MARGIN = 4

/** Dark on light in both colour modes, as readers need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: QR_MARGIN })
  const modules = data.flatMap((line, y) =>
    line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-52 bg-frame text-noir"
    >
      <path d={modules.join('')} fill="currentColor" />
    </svg>
  )
}

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <section
    aria-labelledby="codes"
    role="status"
    className="flex max-w-xl flex-col gap-3 border border-accent p-5"
  >
    <h2 id="codes" className="text-xl">
      Your recovery codes
    </h2>
    <p className="text-body-sm">
      They are shown once. Keep them where you would look for them without your phone: each logs you
      in one time.
    </p>
    <ul className="grid grid-cols-2 gap-2 font-mono select-all">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </section>
)

interface SecretFormProps {
  label: string
  name: string
  type: 'password' | 'text'
  /** With it, the form also has a field for a code. */
  codeLabel?: string
  button: string
  onSend: (value: string, code: string) => Promise<Result<unknown>>
}

function SecretForm({ label, name, type, codeLabel, button, onSend }: SecretFormProps) {
  const [value, setValue] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const isCodeWrong = codeLabel !== undefined && failure?.field === 'code'
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await onSend(value, code)
    setFailure(result.ok ? undefined : result)
    setBusy(false)
    setCode('')
    if (result.ok || result.field !== 'code') setValue('')
  }
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => void send(event)}
    >
      <span className="w-full">
        <Field
          label={label}
          name={name}
          type={type}
          required
          autoComplete={type === 'password' ? 'current-password' : 'one-time-code'}
          inputMode={type === 'text' ? 'numeric' : undefined}
          value={value}
          error={isCodeWrong ? undefined : failure?.message}
          onChange={(event) => setValue(event.target.value)}
        />
      </span>
      {codeLabel !== undefined && (
        <span className="w-full">
          <Field
            label={codeLabel}
            name={`${name}-code`}
            hint="Of your authenticator app, or a recovery code."
            required
            autoComplete="one-time-code"
            value={code}
            error={isCodeWrong ? failure.message : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        </span>
      )}
      <Tool type="submit" kind="primary" busy={busy}>
        {button}
      </Tool>
    </form>
  )
}
