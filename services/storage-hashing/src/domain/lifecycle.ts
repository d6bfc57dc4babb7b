import type { Decision } from '@g2/terms/decision';

export type ObjectState = 'stored' | 'attached' | 'releasing' | 'released';

/**
 * attach: event registration.file_attached. keep, release: registration's response to IsObjectHeld. removed:
 * the bytes are gone. The event file_released is no transition: it only makes the service query registration.
 */
export type Transition = 'attach' | 'keep' | 'release' | 'removed';

const TRANSITIONS: Record<Transition, Partial<Record<ObjectState, ObjectState>>> = {
  attach: { stored: 'attached' },
  keep: { stored: 'attached', releasing: 'attached' },
  release: { stored: 'releasing', attached: 'releasing' },
  removed: { releasing: 'released' },
};

export type ObjectLifecycle = { state: ObjectState; releasedAt: Date | null };

export type LifecycleDecision = Decision<ObjectLifecycle, never>;

/** Idempotent: a transition that does not apply changes nothing, since events arrive repeated and out of order. */
export function applyTransition(
  current: ObjectLifecycle,
  transition: Transition,
  now: Date,
): LifecycleDecision {
  const state = TRANSITIONS[transition][current.state] ?? current.state;
  if (state === current.state) return { next: current, facts: [] };
  return { next: { state, releasedAt: state === 'released' ? now : null }, facts: [] };
}
