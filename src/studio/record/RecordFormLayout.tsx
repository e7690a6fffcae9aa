import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { formatInstant } from '#src/rules/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { useLeaveGuard } from '../app/router.ts'
import { HistoryPanel } from '../history/HistoryPanel.tsx'
import { DraftsNotice } from '../launches/DraftsNotice.tsx'
import { type DraftLaunch, getSavedBy } from '../launches/draft-form.ts'
import { type RecordLaunches, RecordLaunchesContext } from '../launches/FieldLaunches.tsx'
import { SaveDraft } from '../launches/SaveDraft.tsx'
import { $publishPlace } from '../publish/publish-state.ts'
import { Badge, useDocumentTitle, ViewButton } from '../ui/controls.tsx'
import { useRovingFocus } from '../ui/roving-focus.ts'
import { TextLink } from '../ui/TextLink.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { isNewProductId } from './drafts.ts'
import { ErrorSummary, focusFirstError } from './ErrorSummary.tsx'
import { MissingText, useFindField, useFocusInForm } from './FindText.tsx'
import { PressContext } from './find-field.ts'
import { Others, PRESENCE_INTERVAL_MS, useOpenRecord } from './Presence.tsx'
import type { RecordForm, SavedRecord, useRecordForm } from './use-record-form.ts'
import type { RecordApi } from './versions.ts'

function useSaveShortcut(save: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // The question of a save before is open, or another dialog.
      if (!document.querySelector('dialog[open]')) save()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [save])
}

/** Shows the publish state in an element while it is there. */
function setPublishPlace(place: HTMLElement | null) {
  if (!place) return
  $publishPlace.set(place)
  return () => $publishPlace.set(undefined)
}

/** On a narrow screen one of these is shown at a time; on a wide one the form stays. */
const PANELS = ['Form', 'Preview', 'History'] as const
type Panel = (typeof PANELS)[number]

const WIDE = '(min-width: 80rem)'

interface Props<Values extends FieldValues, Body extends object, Saved extends SavedRecord> {
  state: ReturnType<typeof useRecordForm<Values, Body, Saved>>
  kind: RecordForm<Values, Body, Saved>
  /** The way back to the list. */
  back: ReactNode
  title: ReactNode
  /** Beside the button that saves. */
  tools?: ReactNode
  /** The buttons that a saved record has. */
  actions: ReactNode
  /** Where the record is on the site; undefined while it is not. */
  livePath: string | undefined
  preview: ReactNode
  /** What its tab is called, in place of `Preview`. */
  previewLabel?: string
  /** What the first version was made from. */
  initialBody?: Body | undefined
  /** The id of the record; one that is not saved has an id, too. */
  recordId: string
  /** The launch whose draft is in the form; undefined for the record itself. */
  launch?: DraftLaunch | undefined
  children: ReactNode
}

/** The form of a record with its preview and its history. */
export function RecordFormLayout<
  Values extends FieldValues,
  Body extends object,
  Saved extends SavedRecord,
>(props: Props<Values, Body, Saved>) {
  const { state, kind, previewLabel = 'Preview' } = props
  const { api, noun, fields } = kind
  const { recordId, launch } = props
  const { form, saved, isDirty, isSaving, save, restoredAt, conflict, rejections } = state
  const isWide = useMediaQuery(WIDE)
  // Values of the base change with each save.
  const { drafts } =
    useCall('GET /editor/drafts', { query: { record: recordId } }, saved?.revision).data ?? {}
  const launches = useMemo(
    (): RecordLaunches => ({
      drafts: drafts ?? [],
      fields: fields as unknown as RecordLaunches['fields'],
      launch,
    }),
    [drafts, fields, launch],
  )
  const [chosen, setPanel] = useState<Panel>('Form')
  // Beside the form there is always one of the others.
  const panel = isWide && chosen === 'Form' ? 'Preview' : chosen
  // The draft of a record that has never been live has its own id.
  const isKnown = !isNewProductId(recordId)
  const saveDraft = !launch && (
    <SaveDraft recordId={recordId} state={state} getTitle={kind.getTitle} />
  )
  const showForm = useCallback(() => setPanel((before) => (isWide ? before : 'Form')), [isWide])
  const focusInForm = useFocusInForm(showForm)
  const { find, missing, forget } = useFindField(form.getValues, kind.locateError, focusInForm)
  const { submitCount, errors } = form.formState
  const showErrors = useEffectEvent(() => {
    if (Object.keys(errors).length > 0) focusInForm(focusFirstError)
  })
  useEffect(() => {
    if (submitCount + rejections > 0) showErrors()
  }, [submitCount, rejections])
  useLeaveGuard(isDirty && !isSaving)
  useSaveShortcut(() => void save())

  return (
    <FormProvider {...form}>
      <RecordLaunchesContext value={launches}>
        <div className="flex flex-col gap-5">
          <div className="sticky top-0 z-(--z-sticky-bar) -mx-4 flex flex-wrap items-center gap-x-4 border-b border-line bg-page px-4 pt-3 sm:-mx-8 sm:px-8">
            <div className="min-w-0 flex-1">
              {props.back}
              {props.title}
            </div>
            {saved?.archived && <Badge>Archived</Badge>}
            <span role="status" className="text-sm text-muted">
              {isSaving ? 'Saving…' : isDirty ? 'Not saved' : ''}
            </span>
            {props.tools}
            {saveDraft && <span className="max-sm:hidden">{saveDraft}</span>}
            <Button busy={isSaving} onClick={() => void save()}>
              {launch && !launch.isLive ? 'Save draft' : kind.saveLabel}
            </Button>
            <div ref={setPublishPlace} className="basis-full" />
            {missing && (
              <div className="basis-full pb-3">
                <MissingText text={missing} onClose={forget} />
              </div>
            )}
          </div>
          {saved && isKnown && <Presence api={api} id={saved.id} noun={noun} />}
          <DraftsNotice recordId={recordId} />
          {restoredAt && (
            <div
              role="status"
              className="flex flex-wrap items-center gap-3 border-s-2 border-accent ps-4 text-sm"
            >
              What you typed until {formatInstant(restoredAt)} was not saved and has been restored.
              <Button variant="quiet" onClick={state.discard}>
                Discard it
              </Button>
            </div>
          )}
          <div className="grid items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
            {saved && !launch && (
              <div className="flex flex-wrap items-center gap-2">
                {props.actions}
                {props.livePath !== undefined && (
                  <TextLink
                    href={props.livePath}
                    target="_blank"
                    rel="noreferrer"
                    className="text-sm not-first:ms-1"
                  >
                    Open the live page
                  </TextLink>
                )}
              </div>
            )}
            <PanelTabs
              panel={panel}
              previewLabel={previewLabel}
              hasHistory={saved !== undefined && !launch}
              onChoose={setPanel}
              tool={saveDraft}
            />
            <form
              noValidate
              aria-label={noun.charAt(0).toUpperCase() + noun.slice(1)}
              className={`flex min-w-0 flex-col gap-8 xl:col-start-1 xl:row-end-3 ${saved && !launch ? '' : 'xl:row-start-1'} ${panel === 'Form' ? '' : 'max-xl:hidden'}`}
              onSubmit={(event) => {
                event.preventDefault()
                void save()
              }}
            >
              <ErrorSummary locate={kind.locateError} />
              <p className="-mb-4 text-sm text-muted">
                Fields marked <span className="font-medium text-danger">*</span> are required.
              </p>
              {props.children}
            </form>
            {panel !== 'Form' && (
              <section
                aria-label={panel === 'Preview' ? previewLabel : panel}
                className="min-w-0 xl:sticky xl:top-24 xl:col-start-2"
              >
                {panel === 'History' && saved && !launch ? (
                  <HistoryPanel
                    api={api}
                    fields={fields}
                    id={saved.id}
                    revision={saved.revision}
                    onRestore={state.restore}
                    empty={kind.noVersions}
                    initialBody={props.initialBody}
                  />
                ) : (
                  <PressContext value={find}>{props.preview}</PressContext>
                )}
              </section>
            )}
          </div>
        </div>
      </RecordLaunchesContext>
      {conflict && (
        <ConflictDialog
          api={api}
          noun={noun}
          fields={fields}
          base={conflict.base}
          mine={conflict.mine}
          isSaved={conflict.isSaved}
          savedBy={launch && getSavedBy(conflict.current)}
          id={conflict.current.id}
          theirs={kind.getBody(conflict.current)}
          revision={conflict.current.revision}
          onClose={state.closeConflict}
          onMerge={(merged) => state.saveMerged(merged, conflict.current)}
        />
      )}
    </FormProvider>
  )
}

interface PanelTabsProps {
  panel: Panel
  previewLabel: string
  hasHistory: boolean
  onChoose: (panel: Panel) => void
  /** On a narrow screen the bar above has no room for it. */
  tool: ReactNode
}

function PanelTabs({ panel, previewLabel, hasHistory, onChoose, tool }: PanelTabsProps) {
  const tabs = useRef<HTMLDivElement>(null)
  useRovingFocus(tabs)
  return (
    <div className="flex gap-1 border-b border-line xl:col-start-2 xl:row-start-1">
      <div ref={tabs} className="flex gap-1">
        {PANELS.filter((choice) => hasHistory || choice !== 'History').map((choice) => (
          <ViewButton
            key={choice}
            aria-pressed={panel === choice}
            className={choice === 'Form' ? 'xl:hidden' : ''}
            onClick={() => onChoose(choice)}
          >
            {choice === 'Preview' ? previewLabel : choice}
          </ViewButton>
        ))}
      </div>
      <span className="ms-auto self-center sm:hidden">{tool}</span>
    </div>
  )
}

/** The name of the record that is being written. */
export function FormTitle({ children }: { children: string }) {
  useDocumentTitle(children)
  return <h1 className="truncate text-xl leading-tight sm:text-2xl">{children}</h1>
}

/** The other editors who have this record open. */
function Presence({ api, id, noun }: { api: RecordApi; id: string; noun: string }) {
  const open = useOpenRecord(`${api}/:id`, id, PRESENCE_INTERVAL_MS)
  return <Others others={open?.others} noun={noun} />
}
