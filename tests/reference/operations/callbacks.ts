import { randomUUID } from 'node:crypto';
import type { Call, Recording } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Sends the callbacks of a recording, some time after it has started or ended. A recording that has ended is then
 * transcribed.
 */
export function requestCallbacks(
  world: World,
  event: 'started' | 'ended' | 'transcribed',
  call: Call,
  recording: Recording,
): void {
  const { rules, clock, urls } = world;
  const seconds = Math.ceil(((recording.endedAt ?? recording.startedAt) - recording.startedAt) / 1000);
  const outcome = {
    seconds,
    audioUrl: rules.audioUrl(recording, urls.api),
    transcriptionSid: `TR${randomUUID().replaceAll('-', '')}`,
  };
  clock.after(rules.callbackDelayMs(event, seconds), () => {
    for (const rule of [rules.recordingCallback, rules.transcriptionCallback]) {
      const callback = rule(event, call, recording, outcome);
      if (callback !== undefined) void world.deliver(callback);
    }
    if (event === 'ended' && rules.isTranscribed(recording)) {
      requestCallbacks(world, 'transcribed', call, recording);
    }
  });
}
