import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { call } from '#src/api-client/call.ts'
import type { EditorProduct } from '#src/contract/editor.ts'
import { productPath } from '#src/rules/paths.ts'
import { request } from '../api.ts'
import { HistoryPanel } from '../history/HistoryPanel.tsx'
import { PreviewPanel } from '../preview/PreviewPanel.tsx'
import { AllProductsLink } from '../products/AllProductsLink.tsx'
import { useLeaveGuard } from '../router.ts'
import { formatDateTime } from '../time.ts'
import { Badge, Tool, useDocumentTitle } from '../ui/controls.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { DraftKey } from './drafts.ts'
import { FaultSummary } from './FaultSummary.tsx'
import { FormGroups, GroupLinks } from './FormGroups.tsx'
import type { FormValues } from './form-schema.ts'
import { ProductActions } from './ProductActions.tsx'
import { useProductForm } from './use-product-form.ts'

function useSaveShortcut(save: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [save])
}

/** On a narrow screen one of these is shown at a time; on a wide one the form stays. */
const PANELS = ['Form', 'Preview', 'History'] as const
type Panel = (typeof PANELS)[number]

const WIDE = '(min-width: 80rem)'

interface Props {
  /** Undefined for a new one. */
  product: EditorProduct | undefined
  draftKey: DraftKey
}

export function ProductForm({ product: initial, draftKey }: Props) {
  const state = useProductForm(initial, draftKey)
  const { form, product, isDirty, isSaving, save, restoredAt, conflict } = state
  const isWide = useMediaQuery(WIDE)
  const [chosen, setPanel] = useState<Panel>('Form')
  // Beside the form there is always one of the others.
  const panel = isWide && chosen === 'Form' ? 'Preview' : chosen
  useLeaveGuard(isDirty && !isSaving)
  useSaveShortcut(() => void save())
  const isLive = product !== undefined && !product.archived

  return (
    <FormProvider {...form}>
      <div className="flex flex-col gap-5">
        <div className="sticky top-0 z-(--z-sticky-bar) -mx-4 flex items-center gap-x-4 border-b border-line bg-page px-4 py-3 sm:-mx-8 sm:px-8">
          <div className="min-w-0 flex-1">
            <AllProductsLink className="-my-3 text-sm" />
            <FormTitle />
          </div>
          {product?.archived && <Badge>Archived</Badge>}
          <span role="status" className="text-sm text-muted">
            {isSaving ? 'Saving…' : isDirty ? 'Not saved' : ''}
          </span>
          <Tool kind="primary" busy={isSaving} onClick={() => void save()}>
            Save and publish
          </Tool>
        </div>
        {product && <Presence id={product.id} />}
        {restoredAt && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-3 border-s-2 border-accent ps-4 text-sm"
          >
            What you typed until {formatDateTime(restoredAt)} was not saved and has been restored.
            <Tool kind="quiet" onClick={state.discard}>
              Discard it
            </Tool>
          </div>
        )}
        <div className="grid items-start gap-x-8 gap-y-5 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
          {product && (
            <div className="flex flex-wrap items-center gap-2">
              <ProductActions product={product} isDirty={isDirty} onChange={state.showVersion} />
              {isLive && (
                <a
                  href={productPath(product.entry.slug)}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-11 items-center text-sm link sm:ms-1"
                >
                  Open the live page
                </a>
              )}
            </div>
          )}
          <PanelTabs panel={panel} hasHistory={product !== undefined} onChoose={setPanel} />
          <form
            noValidate
            aria-label="Product"
            className={`flex min-w-0 flex-col gap-8 xl:col-start-1 xl:row-end-3 ${product ? '' : 'xl:row-start-1'} ${panel === 'Form' ? '' : 'max-xl:hidden'}`}
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <FaultSummary />
            <GroupLinks />
            <FormGroups isLive={isLive} savedSlug={product?.entry.slug ?? ''} />
          </form>
          {panel !== 'Form' && (
            <section aria-label={panel} className="min-w-0 xl:sticky xl:top-24 xl:col-start-2">
              {panel === 'History' && product ? (
                <HistoryPanel product={product} />
              ) : (
                <PreviewPanel id={product?.id} />
              )}
            </section>
          )}
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onClose={state.closeConflict}
          onMerge={(merged) => state.saveMerged(merged, conflict.current)}
        />
      )}
    </FormProvider>
  )
}

interface PanelTabsProps {
  panel: Panel
  hasHistory: boolean
  onChoose: (panel: Panel) => void
}

const PanelTabs = ({ panel, hasHistory, onChoose }: PanelTabsProps) => (
  <div className="flex gap-1 border-b border-line xl:col-start-2 xl:row-start-1">
    {PANELS.filter((choice) => hasHistory || choice !== 'History').map((choice) => (
      <button
        key={choice}
        type="button"
        aria-pressed={panel === choice}
        className={`min-h-11 border-b-2 border-transparent px-3 text-sm aria-pressed:border-accent aria-pressed:font-semibold ${choice === 'Form' ? 'xl:hidden' : ''}`}
        onClick={() => onChoose(choice)}
      >
        {choice}
      </button>
    ))}
  </div>
)

function FormTitle() {
  const title = useWatch<FormValues, 'title'>({ name: 'title' })
  const shown = title || 'New product'
  useDocumentTitle(shown)
  return <h1 className="truncate text-xl leading-tight sm:text-2xl">{shown}</h1>
}

/** Less than half of the time for which the server remembers it. */
const PRESENCE_INTERVAL_MS = 20_000

/** Who else has this product open. */
function Presence({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['PUT /editor/products/:id/presence', id],
    queryFn: () => request('PUT /editor/products/:id/presence', { param: id }),
    refetchInterval: PRESENCE_INTERVAL_MS,
  })
  useEffect(() => {
    const leave = () =>
      void call('DELETE /editor/products/:id/presence', { param: id, keepalive: true })
    // A tab that is closed does not unmount.
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [id])
  const names = data?.others.map(({ name }) => name) ?? []
  if (names.length === 0) return null
  return (
    <p role="status" className="border-s-2 border-accent ps-4 text-sm">
      {names.join(', ')} {names.length === 1 ? 'has' : 'have'} this product open, too.
    </p>
  )
}
