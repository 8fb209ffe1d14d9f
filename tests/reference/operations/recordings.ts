import { randomUUID } from 'node:crypto';
import { type Answer, refuse } from '../answer.ts';
import type { Fields, Incoming } from '../incoming.ts';
import { inSeconds } from '../jwt.ts';
import type { Call, Recording, RecordingOptions } from '../state.ts';
import type { World } from '../world.ts';
import { accountOf } from './account.ts';
import { requestCallbacks } from './callbacks.ts';

/** POST .../Recordings.json: starts or ends a recording of a call. */
export async function recordCall(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, state } = world;
  const account = accountOf(world, incoming, 'recordCall');
  const call = rules.findCall(state.calls, account.sid, incoming.params['call']);
  if (call === undefined) return refuse(404, 'There is no such call');

  const { mediaType, fields } = await incoming.body();
  try {
    if (!rules.isRecordBody(mediaType)) refuse(415, 'The body is not a form');
    const isStart = rules.record(fields['Record']);
    const options = optionsOf(world, fields);
    if (isStart) {
      if (!rules.isLive(call)) refuse(400, 'The call is over');
      const limit = rules.recordingLimit();
      if (rules.countedRecordings(call) >= limit) refuse(400, `The call has ${limit} recordings already`);
      start(world, call, options);
    } else {
      const running = call.recordings.filter(({ endedAt }) => endedAt === undefined);
      const recording = rules.recordingToEnd(running);
      if (recording !== undefined) end(world, call, recording);
    }
    return rules.recordAnswer(shapeOf(world, call), isStart);
  } catch (error) {
    rules.afterRefusedStart(() => start(world, call, optionsOf(world, {})), error);
    throw error;
  }
}

function optionsOf({ rules }: World, fields: Fields): RecordingOptions {
  return {
    direction: rules.direction(fields['Direction']),
    timeLimit: rules.timeLimit(fields['TimeLimit']),
    callbackUrl: rules.callbackUrl(fields['CallbackUrl']),
    fileFormat: rules.fileFormat(fields['FileFormat']),
    trimSilence: rules.trimSilence(fields['TrimSilence']),
    transcribe: rules.transcribe(fields['Transcribe']),
    transcribeQuality: rules.transcribeQuality(fields['TranscribeQuality']),
    transcribeCallback: rules.transcribeCallback(fields['TranscribeCallback']),
  };
}

function start(world: World, call: Call, options: RecordingOptions): void {
  const { rules, clock } = world;
  const recording: Recording = {
    sid: `RE${randomUUID().replaceAll('-', '')}`,
    options,
    startedAt: clock.now(),
  };
  const longest = rules.longestMs(options.timeLimit);
  if (longest !== undefined) recording.cancelLimit = clock.after(longest, () => end(world, call, recording));
  call.recordings.push(recording);
  call.updatedAt = clock.now();
  requestCallbacks(world, 'started', call, recording);
}

function end(world: World, call: Call, recording: Recording): void {
  recording.cancelLimit?.();
  recording.endedAt = world.clock.now();
  call.updatedAt = world.clock.now();
  requestCallbacks(world, 'ended', call, recording);
}

function shapeOf({ rules, clock }: World, call: Call): Record<string, unknown> {
  const isOver = call.status === 'completed';
  const until = isOver ? call.updatedAt : clock.now();
  const times = {
    created: rules.callTime(call.createdAt),
    updated: rules.callTime(call.updatedAt),
    started: rules.callTime(call.createdAt),
    ended: isOver ? rules.callTime(until) : '',
  };
  const uri = rules.callUri(call);
  const seconds = inSeconds(until) - inSeconds(call.createdAt);
  return rules.callResource(call, times, seconds, uri, rules.subresourceUris(uri));
}
