import styled from 'styled-components';
import { color, font, media, radius } from '@/styles/tokens';

/** The library's calendar in the colours and sizes of the desk. Every message has its minute: no row for whole days. */
export const CalendarFrame = styled.div`
  flex: 1;
  min-height: 520px;
  outline: none;

  & .rbc-calendar {
    height: 100%;
    font-size: ${font.base};
  }
  & :is(.rbc-month-view, .rbc-time-view, .rbc-agenda-view, .rbc-agenda-empty) {
    border: 1px solid ${color.line};
    border-radius: ${radius.lg};
    overflow: hidden;
  }
  & .rbc-header {
    padding: 8px 6px;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & .rbc-allday-cell {
    display: none;
  }
  & .rbc-header button {
    color: inherit;
  }
  & :is(.rbc-month-row, .rbc-day-bg, .rbc-timeslot-group, .rbc-time-header-content, .rbc-time-content, .rbc-time-slot),
  & .rbc-time-content > * + * > *,
  & .rbc-time-header.rbc-overflowing,
  & .rbc-header,
  & .rbc-agenda-table :is(tr, td, th) {
    border-color: ${color.line} !important;
  }
  & .rbc-off-range-bg {
    background: ${color.surfaceAlt};
  }
  & .rbc-off-range,
  & .rbc-label {
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
  & .rbc-today {
    background: ${color.selected};
  }
  & .rbc-date-cell {
    padding: 4px 8px 2px;
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
  & .rbc-date-cell.rbc-now {
    color: ${color.accentText};
    font-weight: ${font.semibold};
  }
  & .rbc-current-time-indicator {
    background: ${color.accent};
  }
  & .rbc-slot-selection {
    background: color-mix(in srgb, ${color.accent} 30%, transparent);
    color: ${color.text};
  }
  & .rbc-show-more {
    background: none;
    color: ${color.accentText};
    font-size: ${font.xs};
    font-weight: ${font.medium};
  }
  & .rbc-event,
  & .rbc-event.rbc-selected,
  & .rbc-day-slot .rbc-event {
    padding: 2px 6px;
    border: 0;
    border-left: 3px solid ${color.info};
    border-radius: ${radius.sm};
    background: ${color.infoSoft};
    color: ${color.text};
    font-size: ${font.sm};
  }
  & .rbc-event.is-AGENDADA {
    border-left-color: ${color.warning};
    background: ${color.warningSoft};
  }
  & .rbc-event.is-ENVIADA {
    border-left-color: ${color.success};
    background: ${color.successSoft};
  }
  & .rbc-event.is-ERRO {
    border-left-color: ${color.danger};
    background: ${color.dangerSoft};
  }
  & .rbc-event:focus-visible {
    outline: 2px solid ${color.focus};
    outline-offset: 1px;
  }
  & .rbc-day-slot .rbc-event {
    flex-flow: row nowrap;
    align-items: baseline;
  }
  & .rbc-event-label {
    font-size: ${font.xs};
  }
  & .rbc-day-slot .rbc-event-content {
    flex: 1;
    width: auto;
    min-width: 0;
    height: auto;
  }
  & .rbc-overlay {
    border: 1px solid ${color.line};
    border-radius: ${radius.md};
    background: ${color.raised};
  }
  & .rbc-overlay-header {
    border-color: ${color.line};
  }
  & .rbc-agenda-view table.rbc-agenda-table {
    border: 0;
    font-variant-numeric: tabular-nums;
  }
  & .rbc-agenda-view table.rbc-agenda-table tbody > tr > td {
    padding: 7px 10px;
  }
  & .rbc-agenda-view table.rbc-agenda-table thead > tr > th {
    padding: 8px 10px;
    border-bottom: 1px solid ${color.line};
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & .rbc-agenda-event-cell {
    cursor: pointer;
  }
  & .rbc-agenda-empty {
    padding: 40px 16px;
    color: ${color.textMuted};
    text-align: center;
  }

  @media ${media.sm} {
    & .rbc-time-header-cell .rbc-header {
      padding: 6px 1px;
      white-space: normal;
    }
    & .rbc-agenda-view table.rbc-agenda-table :is(tbody > tr > td, thead > tr > th) {
      padding-inline: 8px;
    }
  }
`;
