import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { CallError, request, useCall } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { Page } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'

type Setup = ResponseBody<'POST /users/second-factor'>

/** The second factor of the own account: an authenticator app and recovery codes. */
export function SecurityPage() {
  const factor = useCall('GET /users/second-factor')
  const [setup, setSetup] = useState<Setup>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()

  const showCodes = async ({ recoveryCodes: codes }: { recoveryCodes: string[] }) => {
    setSetup(undefined)
    setRecoveryCodes(codes)
    await factor.refetch()
  }
  const begin = async ({ value: password }: Secrets) =>
    setSetup(await request('POST /users/second-factor', { body: { password } }))
  const confirmCode = async ({ value: code }: Secrets) =>
    showCodes(await request('PUT /users/second-factor', { body: { code } }))
  const renew = async ({ value: password, code }: Secrets) => {
    const body = { password, code }
    await showCodes(await request('POST /users/second-factor/recovery-codes', { body }))
  }
  const remove = async ({ value: password, code }: Secrets) => {
    const body = { password, code }
    toast.success((await request('DELETE /users/second-factor', { body })).message)
    await factor.refetch()
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
            {setup && <SetUpApp setup={setup} onSend={confirmCode} />}
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

interface SetUpAppProps {
  setup: Setup
  onSend: (secrets: Secrets) => Promise<void>
}

/** The key for an authenticator app, and the first code that it shows. */
const SetUpApp = ({ setup: { uri, secret }, onSend }: SetUpAppProps) => (
  <PageSection title="Add the shop to your app">
    <div className="flex flex-wrap items-center gap-6">
      <QrCode text={uri} label="QR code with the key" />
      <div className="flex min-w-60 flex-1 flex-col gap-3 text-body-sm">
        <p>
          Scan the code with an authenticator app,{' '}
          <a href={uri} className="link">
            open the app of this device
          </a>
          , or type this key:
        </p>
        <p className="border border-line bg-surface p-4 font-mono tracking-widest break-all select-all">
          {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
        </p>
      </div>
    </div>
    <SecretForm
      label="Code that the app shows"
      name="code"
      type="text"
      button="Turn it on"
      onSend={onSend}
    />
  </PageSection>
)

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

/** A password or the code of a new app, and the code beside a password. */
interface Secrets {
  value: string
  code: string
}

interface SecretFormProps {
  label: string
  name: string
  type: 'password' | 'text'
  /** With it, the form also has a field for a code. */
  codeLabel?: string
  button: string
  onSend: (secrets: Secrets) => Promise<void>
}

const isAboutCode = (error: Error | null): boolean =>
  error instanceof CallError && error.field === 'code'

function SecretForm({ label, name, type, codeLabel, button, onSend }: SecretFormProps) {
  const [value, setValue] = useState('')
  const [code, setCode] = useState('')
  const { mutate, error, isPending } = useMutation<void, Error, Secrets>({
    mutationFn: onSend,
    // The form says what is wrong.
    onError: () => undefined,
    onSettled: (_, failure) => {
      setCode('')
      if (!isAboutCode(failure)) setValue('')
    },
  })
  const isCodeWrong = codeLabel !== undefined && isAboutCode(error)
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ value, code })
      }}
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
          error={isCodeWrong ? undefined : error?.message}
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
            error={isCodeWrong ? error?.message : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        </span>
      )}
      <Button type="submit" busy={isPending}>
        {button}
      </Button>
    </form>
  )
}
