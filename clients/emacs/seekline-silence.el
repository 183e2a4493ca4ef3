;;; seekline-silence.el --- An engine that does not answer  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The engine answers at once, except for what takes as long as the service or program that it asks.  While something is
;; awaited, the engine is heard from every few seconds or is asked for a sign of life.  An engine that does not answer
;; that, or another call, for three seconds is silent until it says something.
;;
;; Emacs blocks until everything is written, and writes nothing to a process that is stopped.  An engine that accepts
;; nothing for eight seconds, or until the user quits, or that is stopped, is given up: it is killed.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)

(defconst seekline-silence-words "The search engine does not answer. Waiting for it…"
  "What is said of an engine that is silent.")

(defconst seekline-silence--patience 3
  "After how many beats of a second an engine is silent.
Time that Emacs spent suspended does not count.")

(defconst seekline-silence--slow '(openDetail perform)
  "The methods that are not answered at once.")

(defvar seekline-silent nil
  "Whether the engine is silent.")

(defvar seekline-silence-functions nil
  "Functions that are called without arguments when `seekline-silent' has changed.")

(defvar seekline-silence-waits-functions nil
  "Functions that say whether something is to come for which no call waits.")

(defvar seekline-silence--connection nil
  "The connection to the engine.")

(defvar seekline-silence--calls nil
  "The unanswered calls: for each, a list of its method.")

(defvar seekline-silence--unheard 0
  "How many beats nothing has been heard for.")

(defvar seekline-silence--timer nil
  "The timer of the next beat, while something is waited for.")

(defun seekline-silence-begin (connection)
  "Look after the engine of CONNECTION, in the place of one before."
  (setq seekline-silence--connection connection
        seekline-silence--calls nil
        seekline-silent nil))

(defun seekline-silence-end (connection)
  "Look after the engine of CONNECTION no longer: it has ended."
  (when (eq connection seekline-silence--connection)
    (setq seekline-silence--calls nil
          seekline-silent nil)))

(defun seekline-silence-request (connection method params success failure)
  "Call METHOD with PARAMS over CONNECTION, without a time-out.
SUCCESS gets the result, FAILURE the error."
  (let* ((call (list method))
         (over (lambda (then)
                 (lambda (answer)
                   (setq seekline-silence--calls (delq call seekline-silence--calls))
                   (funcall then answer)))))
    (unless (or (seekline-silence--due-p) (memq method seekline-silence--slow))
      (setq seekline-silence--unheard 0))
    (jsonrpc-async-request connection method params :timeout nil
                           :success-fn (funcall over success) :error-fn (funcall over failure))
    (push call seekline-silence--calls)
    (seekline-silence--watch)))

(defun seekline-silence--due-p ()
  "Whether an answer is due."
  (cl-some (lambda (call) (not (memq (car call) seekline-silence--slow))) seekline-silence--calls))

(defun seekline-silence-heard ()
  "Note that the engine has said something."
  (setq seekline-silence--unheard 0)
  (when seekline-silent
    (seekline-silence--set nil)
    (seekline-silence--watch)))

(defun seekline-silence--set (silent)
  "Set `seekline-silent' to SILENT, and report that."
  (setq seekline-silent silent)
  (run-hooks 'seekline-silence-functions))

(defun seekline-silence--watch ()
  "Count the beats from now on, unless that is being done."
  (unless seekline-silence--timer
    (setq seekline-silence--timer (run-with-timer 1 nil #'seekline-silence--beat))))

(defun seekline-silence--beat ()
  "Count a beat, and continue as long as something is awaited."
  (setq seekline-silence--timer nil)
  (when (and (jsonrpc-running-p seekline-silence--connection)
             (not seekline-silent)
             (or seekline-silence--calls (run-hook-with-args-until-success 'seekline-silence-waits-functions)))
    (cl-incf seekline-silence--unheard)
    (cond ((< seekline-silence--unheard seekline-silence--patience))
          ((seekline-silence--due-p) (seekline-silence--set t))
          (t (ignore-errors ; of an engine that ends this very moment
               (seekline-silence-request seekline-silence--connection '$/cancelRequest '(:id "nothing") #'ignore #'ignore))))
    (seekline-silence--watch)))

(defun seekline-silence-write (process write)
  "Call WRITE, which writes to PROCESS, and return its value.
Where PROCESS takes nothing, it is ended, and WRITE fails."
  (let* ((beats 0)
         (end (lambda ()
                (process-put process 'seekline-hung t)
                (delete-process process)))
         (timer (run-with-timer 1 1 (lambda ()
                                      ;; Within `while-no-input', any input also sets it, to something else.
                                      (when (or (eq quit-flag t) (> (cl-incf beats) 7))
                                        (funcall end))))))
    (unwind-protect
        (progn
          (when (eq (process-status process) 'stop)
            (funcall end))
          (funcall write))
      (cancel-timer timer))))

(provide 'seekline-silence)
;;; seekline-silence.el ends here
