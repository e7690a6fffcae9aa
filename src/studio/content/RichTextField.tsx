import { baseKeymap, chainCommands, lift, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController, useFormContext } from 'react-hook-form'
import type { RichText } from '#src/contract/content-values.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useLeaveGuard } from '../app/router.ts'
import { type FieldProps, useField } from '../record/fields.tsx'
import { RecordFieldLayout } from '../record/RecordFieldLayout.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { findError } from './content-form.ts'
import { $insertText } from './FactsMenu.tsx'
import { LinkTargets } from './link-targets.tsx'
import { parsePastedText } from './pasted-text.ts'
import {
  cleanPastedHtml,
  keepFirstBlock,
  schema,
  toDocument,
  toLink,
  toRichText,
} from './rich-text-schema.ts'

const { paragraph, heading, list, item } = schema.nodes
const { bold, link } = schema.marks

const isIn = (state: EditorState, type: typeof heading): boolean =>
  state.selection.$from.parent.type === type || state.selection.$from.node(1)?.type === type

const hasMark = ({ selection, storedMarks, doc }: EditorState, mark: typeof bold): boolean =>
  selection.empty
    ? mark.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, mark)

const toggleHeading: Command = (state, dispatch) =>
  setBlockType(isIn(state, heading) ? paragraph : heading)(state, dispatch)

const toggleList: Command = (state, dispatch) =>
  isIn(state, list)
    ? chainCommands(liftListItem(item), lift)(state, dispatch)
    : wrapInList(list)(state, dispatch)

interface Action {
  label: string
  /** A path on a 24-pixel grid. */
  icon: string
  keys: string
  command: Command
  isActive?: (state: EditorState) => boolean
}

const LIST_ICON = 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01'
const LINK_ICON =
  'M10 13.5a4 4 0 0 0 5.7.3l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10.5a4 4 0 0 0-5.7-.3l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6'

const ACTIONS: Action[] = [
  {
    label: 'Heading',
    icon: 'M7 5v14M17 5v14M7 12h10',
    keys: 'Mod-Alt-1',
    command: toggleHeading,
    isActive: (state) => isIn(state, heading),
  },
  {
    label: 'Bold',
    icon: 'M7.5 5v14h6a3.75 3.75 0 0 0 0-7.5h-6 5a3.25 3.25 0 0 0 0-6.5z',
    keys: 'Mod-b',
    command: toggleMark(bold),
    isActive: (state) => hasMark(state, bold),
  },
  {
    label: 'Bullet list',
    icon: LIST_ICON,
    keys: 'Mod-Shift-8',
    command: toggleList,
    isActive: (state) => isIn(state, list),
  },
  {
    label: 'Undo',
    icon: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
    keys: 'Mod-z',
    command: undo,
  },
  {
    label: 'Redo',
    icon: 'm16 5 4 4-4 4m4-4H10a5.5 5.5 0 0 0 0 11h3',
    keys: 'Mod-Shift-z',
    command: redo,
  },
]

const LINK_KEYS = 'Mod-k'

const toKeyNames = (keys: string): string => keys.replace('Mod', 'Ctrl').replaceAll('-', '+')

/** The link at the cursor or in the selection, with the whole of its text. */
function findLink(state: EditorState): { from: number; to: number; href: string } {
  const { from, to, $from } = state.selection
  const mark = link.isInSet($from.marks()) ?? link.isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return { from, to, href: '' }
  let found = { from, to, href: String(mark.attrs['href']) }
  $from.parent.forEach((node, offset) => {
    const start = $from.start() + offset
    const isAround = start <= from && from <= start + node.nodeSize
    if (isAround && mark.isInSet(node.marks))
      found = { ...found, from: Math.min(start, from), to: Math.max(start + node.nodeSize, to) }
  })
  return found
}

/** Paragraphs, headings and lists with bold words and links, as the page shows them. */
export function RichTextField(props: FieldProps) {
  const { formState } = useFormContext()
  const { field } = useController({ name: props.name })
  const value = (field.value ?? []) as RichText
  const { layout } = useField(props)
  const { id } = layout
  const error = findError(formState.errors, props.name)
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [state, setState] = useState<EditorState>()
  const [isLinking, setLinking] = useState(false)

  const createState = useEffectEvent((text: RichText) =>
    EditorState.create({
      doc: toDocument(text),
      plugins: [
        history(),
        keymap({
          ...Object.fromEntries(ACTIONS.map(({ keys, command }) => [keys, command])),
          'Mod-y': redo,
          [LINK_KEYS]: () => {
            setLinking(true)
            return true
          },
          Enter: splitListItem(item),
        }),
        keymap(baseKeymap),
      ],
    }),
  )
  const attributes = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${props.hint ? `${id}-hint ` : ''}${error ? `${id}-error ` : ''}${id}-keys`,
    ...(error ? { 'aria-invalid': 'true' } : {}),
    class: 'form-control rich-text min-h-24',
  }
  const getAttributes = useEffectEvent(() => attributes)
  const emit = useEffectEvent((next: EditorState, isChanged: boolean) => {
    view.current?.updateState(next)
    setState(next)
    if (isChanged) field.onChange(toRichText(next.doc))
  })
  const handleBlur = useEffectEvent(() => field.onBlur())
  const getValue = useEffectEvent(() => value)

  useEffect(() => {
    if (!container.current) return
    const created = new EditorView(container.current, {
      state: createState(getValue()),
      dispatchTransaction: (transaction) =>
        emit(created.state.apply(transaction), transaction.docChanged),
      transformPastedHTML: cleanPastedHtml,
      clipboardTextParser: parsePastedText,
      transformPasted: (slice, { state: { selection } }) =>
        selection.$from.parent.content.size > 0 ? keepFirstBlock(slice) : slice,
      handleDOMEvents: {
        focus: () =>
          $insertText.set((text) => {
            if (created.isDestroyed) return false
            created.dispatch(created.state.tr.insertText(text))
            created.focus()
            return true
          }),
        blur: () => handleBlur(),
      },
    })
    view.current = created
    setState(created.state)
    return () => created.destroy()
  }, [])

  // Whether it is invalid, and what describes it.
  const attributesKey = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view has a copy of them
  useEffect(() => view.current?.setProps({ attributes: getAttributes() }), [attributesKey])

  // A text that was restored, discarded or merged.
  const text = JSON.stringify(value)
  useEffect(() => {
    const { current } = view
    if (!current || text === JSON.stringify(toRichText(current.state.doc))) return
    const next = createState(JSON.parse(text) as RichText)
    current.updateState(next)
    setState(next)
  }, [text])

  const run = (command: Command) => {
    if (!view.current) return
    command(view.current.state, view.current.dispatch)
    view.current.focus()
  }
  /** The text takes no focus while a dialog is open. */
  const closeLink = () => {
    flushSync(() => setLinking(false))
    view.current?.focus()
  }
  const setLink = (href: string) => {
    closeLink()
    run((now, dispatch) => {
      const { from, to } = findLink(now)
      const { tr } = now
      if (from === to && href) tr.insertText(href, from)
      const end = from === to ? from + href.length : to
      if (href) tr.addMark(from, end, link.create({ href }))
      else tr.removeMark(from, end, link)
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)))
      return true
    })
  }

  return (
    <RecordFieldLayout
      {...layout}
      error={error}
      isCustom
      toolbar={
        <>
          {state && (
            <Toolbar
              id={id}
              state={state}
              run={run}
              onLink={() => setLinking(true)}
              label={props.label}
            />
          )}
          {layout.toolbar}
        </>
      }
    >
      <div ref={container} />
      <p id={`${id}-keys`} className="sr-only">
        The buttons of the toolbar are before the text: Shift and Tab. Control and B is bold,
        Control and K a link.
      </p>
      {isLinking && state && (
        <LinkDialog href={findLink(state).href} onChange={setLink} onClose={closeLink} />
      )}
    </RecordFieldLayout>
  )
}

interface ToolbarProps {
  id: string
  label: string
  state: EditorState
  run: (command: Command) => void
  onLink: () => void
}

/** One stop of the Tab key; the arrow keys move between its buttons. Shown while its text has the focus. */
function Toolbar({ id, label, state, run, onLink }: ToolbarProps) {
  const [current, setCurrent] = useState('Heading')
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons.at((index + step) % buttons.length)?.focus()
  }
  const linkAction = {
    label: 'Link',
    icon: LINK_ICON,
    keys: LINK_KEYS,
    press: onLink,
    isActive: findLink(state).href !== '',
  }
  const actions = ACTIONS.map(({ command, isActive, ...action }) => ({
    ...action,
    press: () => run(command),
    isActive: isActive?.(state),
  })).toSpliced(3, 0, linkAction)
  return (
    <div
      role="toolbar"
      aria-label={`Format of ${label}`}
      aria-controls={id}
      className="invisible -my-1 flex group-focus-within:visible pointer-coarse:visible"
      onKeyDown={handleKey}
    >
      {actions.map(({ label: name, icon, keys, press, isActive }) => (
        <IconButton
          key={name}
          label={name}
          aria-pressed={isActive}
          title={`${name} (${toKeyNames(keys)})`}
          tabIndex={name === current ? 0 : -1}
          className="aria-pressed:bg-surface aria-pressed:text-accent"
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(name)}
          onClick={press}
        >
          <Icon path={icon} />
        </IconButton>
      ))}
    </div>
  )
}

interface LinkDialogProps {
  href: string
  /** With an empty address the link is removed. */
  onChange: (href: string) => void
  onClose: () => void
}

function LinkDialog({ href, onChange, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(href)
  const [error, setError] = useState<string>()
  // It is of one place in the text: in another one it would be a wrong link.
  useLeaveGuard(address !== href, false)
  const apply = () => {
    const link = toLink(address)
    if (link !== undefined) return onChange(link)
    setError('Enter a path such as /shop, or an address with https:, mailto: or tel:.')
  }
  return (
    <Dialog title="Link" onClose={onClose}>
      <Field
        label="Address"
        name="link-address"
        list="link-address-targets"
        hint="Choose a page, or type the name of a piece."
        required
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <LinkTargets id="link-address-targets" typed={address} />
      <DialogActions>
        {href && (
          <Button variant="secondary" onClick={() => onChange('')}>
            Remove the link
          </Button>
        )}
        <Button onClick={apply}>Use this address</Button>
      </DialogActions>
    </Dialog>
  )
}
