import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { createContext, type ReactNode, useContext } from 'react'
import { IconButton } from '#src/ui/Button.tsx'

interface Props {
  /** Ids of the elements in their order. */
  ids: string[]
  /** Name of an element for screen readers, e.g. `Highlight`. */
  what: string
  onMove: (from: number, to: number) => void
  children: (id: string, index: number) => ReactNode
  className?: string
}

/** Moves an element by some places; undefined if there is no such place. */
type MoveBy = (id: string, places: number) => (() => void) | undefined

const MoveContext = createContext<MoveBy>(() => undefined)

/** Starts a drag after a move of some pixels, so that a press on the handle starts none. */
const POINTER = { activationConstraint: { distance: 4 } }

/** A list that is ordered by dragging a handle, by Space and the arrow keys on it, or by buttons. */
export function SortableList({ ids, what, onMove, children, className }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor, POINTER),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const positionOf = (id: unknown) => `${what} ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const moveBy: MoveBy = (id, places) => {
    const from = ids.indexOf(id)
    return ids[from + places] === undefined ? undefined : () => onMove(from, from + places)
  }
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Space to move this, the arrow keys to choose its place, Space to drop it, Escape to leave it where it was.',
        },
        announcements: {
          onDragStart: ({ active }) => `${positionOf(active.id)} is being moved.`,
          // A drag begins over its own place, where the announcement of the start has to stay.
          onDragOver: ({ active, over }) =>
            over && over.id !== active.id
              ? `Place ${ids.indexOf(String(over.id)) + 1}.`
              : `${positionOf(active.id)} is being moved.`,
          onDragEnd: ({ over }) =>
            over ? `Dropped at place ${ids.indexOf(String(over.id)) + 1}.` : 'Not moved.',
          onDragCancel: () => 'Not moved.',
        },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <MoveContext value={moveBy}>
          <ol className={className ?? 'flex flex-col gap-3'}>{ids.map(children)}</ol>
        </MoveContext>
      </SortableContext>
    </DndContext>
  )
}

interface ItemProps {
  id: string
  /** Accessible name of the handle, e.g. `Move highlight 1`. */
  handleLabel: string
  /** Removes the element. */
  onRemove?: (() => void) | undefined
  removeLabel: string
  children: ReactNode
  /** The handle and the remove button stand above the content, as for pictures. */
  stacked?: boolean
}

export function SortableItem({
  id,
  handleLabel,
  onRemove,
  removeLabel,
  children,
  stacked,
}: ItemProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id })
  const handle = (
    <IconButton
      ref={setActivatorNodeRef}
      label={handleLabel}
      className="cursor-grab touch-none text-lg text-muted hover:text-ink active:cursor-grabbing"
      {...attributes}
      {...listeners}
    >
      <span aria-hidden="true">⠿</span>
    </IconButton>
  )
  const moveBy = useContext(MoveContext)
  const moves = (
    <span className="flex">
      {handle}
      {[
        { places: -1, name: 'earlier', arrow: stacked ? '←' : '↑' },
        { places: 1, name: 'later', arrow: stacked ? '→' : '↓' },
      ].map(({ places, name, arrow }) => (
        <IconButton
          key={name}
          label={`${handleLabel} one place ${name}`}
          className="text-lg text-muted hover:text-ink disabled:invisible"
          disabled={!moveBy(id, places)}
          onClick={moveBy(id, places)}
        >
          <span aria-hidden="true">{arrow}</span>
        </IconButton>
      ))}
    </span>
  )
  const remove = onRemove && (
    <IconButton
      label={removeLabel}
      className="text-xl text-muted hover:text-ink"
      onClick={onRemove}
    >
      <span aria-hidden="true">×</span>
    </IconButton>
  )
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={`${isDragging ? 'relative z-1 bg-surface' : ''} ${stacked ? 'flex flex-col gap-1' : 'flex items-start gap-1 max-sm:flex-wrap max-sm:justify-between'}`}
    >
      {stacked ? (
        // Four buttons fit above a picture.
        <div className="flex justify-between [--icon-button:2.25rem]">
          {moves}
          {remove}
        </div>
      ) : (
        moves
      )}
      <div className={`min-w-0 flex-1 ${stacked ? '' : 'max-sm:order-last max-sm:basis-full'}`}>
        {children}
      </div>
      {!stacked && remove}
    </li>
  )
}
